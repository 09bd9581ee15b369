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

  public ProfileErasure(ProfileStore store) {
    this.store = store;
  }

  @Override
  public void erase(List<String> userIds, Predicate<SourceId> sources) {
    try {
      userIds.forEach(store::erase);
    } catch (io.postrider.server.follow.StoreAwayException away) {
      throw new StoreAwayException(away);
    }
  }
}
