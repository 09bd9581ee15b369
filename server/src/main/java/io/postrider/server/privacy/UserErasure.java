package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import java.util.List;
import java.util.function.Predicate;

/**
 * Erases stored data of users outside the log, such as attempts and profiles.
 *
 * <p>Called by one thread, possibly repeatedly for the same users; may block.
 */
public interface UserErasure {

  /**
   * Erases all data of some users from some sources.
   *
   * @param sources the sources of the regulation
   */
  void erase(List<String> userIds, Predicate<SourceId> sources);

  /**
   * Erases data of the deletes themselves, once the deletion has ended. New data of the users
   * stays.
   */
  default void sweep(List<String> userIds, Predicate<SourceId> sources) {}
}
