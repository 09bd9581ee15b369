package io.postrider.server.bridge;

import io.postrider.route.SourceId;
import io.postrider.server.privacy.Erasure;
import io.postrider.server.privacy.StoreAwayException;
import io.postrider.server.profile.ProfileStore;
import java.util.List;
import java.util.function.Predicate;

/**
 * Forgets the profiles of users, whichever sources they are to be forgotten by: a person is one for
 * all sources.
 */
public final class ProfileErasure implements Erasure {

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
    try {
      userIds.forEach(store::erase);
      afterwards.run();
    } catch (io.postrider.server.follow.StoreAwayException away) {
      throw new StoreAwayException(away);
    }
  }

  /** Deletes leave nothing in profiles. */
  @Override
  public void sweep(List<String> userIds, Predicate<SourceId> sources) {}
}
