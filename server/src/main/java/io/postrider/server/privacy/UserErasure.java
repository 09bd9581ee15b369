package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import java.util.List;
import java.util.function.Predicate;

/**
 * Whoever keeps something about users beside the log, and forgets it when told: samples, profiles.
 *
 * <p>Called by one thread, and possibly again for the same users; may block.
 */
public interface UserErasure {

  /**
   * Forgets all that is kept of some users as they are known by some sources.
   *
   * @param sources which sources; all of them for a request that names none
   */
  void erase(List<String> userIds, Predicate<SourceId> sources);

  /**
   * Forgets what is kept of the deletes themselves, once they are over. The users may be back by
   * then: what they have done since is theirs.
   */
  default void sweep(List<String> userIds, Predicate<SourceId> sources) {}

  /** Has all of them forget, one after the other. */
  static UserErasure all(List<UserErasure> those) {
    List<UserErasure> each = List.copyOf(those);
    return new UserErasure() {
      @Override
      public void erase(List<String> userIds, Predicate<SourceId> sources) {
        each.forEach(one -> one.erase(userIds, sources));
      }

      @Override
      public void sweep(List<String> userIds, Predicate<SourceId> sources) {
        each.forEach(one -> one.sweep(userIds, sources));
      }
    };
  }
}
