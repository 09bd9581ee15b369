package io.postrider.server.people.profile;

import io.postrider.id.SourceId;
import io.postrider.server.privacy.UserErasure;
import java.util.List;
import java.util.function.Predicate;

/**
 * Forgets the profiles of users, whichever sources they are to be forgotten by: a person is one for
 * all sources.
 */
public final class ProfileErasure implements UserErasure {

  private final ProfileStore store;
  private final Runnable afterwards;

  /**
   * Forgets in a store.
   *
   * @param afterwards removes what the store's files still hold of what is forgotten
   */
  public ProfileErasure(ProfileStore store, Runnable afterwards) {
    this.store = store;
    this.afterwards = afterwards;
  }

  @Override
  public void erase(List<String> userIds, Predicate<SourceId> sources) {
    userIds.forEach(store::erase);
    afterwards.run();
  }

  /** Deletes leave nothing in profiles. */
  @Override
  public void sweep(List<String> userIds, Predicate<SourceId> sources) {}
}
