package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.route.Catalog;
import io.postrider.server.delivery.DeliveryInspector;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Erases the profiles and the recent delivery attempts of users. Belongs to one thread. */
final class StoredUserErasure implements UserErasure {
  private final Consumer<Collection<String>> eraseProfiles;
  private final DeliveryInspector deliveries;
  private final Supplier<Catalog> catalog;
  private final UserHash hash;

  StoredUserErasure(
      Consumer<Collection<String>> eraseProfiles,
      DeliveryInspector deliveries,
      Supplier<Catalog> catalog,
      HashKey key) {
    this.eraseProfiles = eraseProfiles;
    this.deliveries = deliveries;
    this.catalog = catalog;
    this.hash = new UserHash(key);
  }

  @Override
  public void erase(List<String> userIds, Predicate<SourceId> sources) {
    eraseProfiles.accept(userIds);
    sweep(userIds, sources);
  }

  @Override
  public void sweep(List<String> userIds, Predicate<SourceId> sources) {
    Set<Long> hashes = new HashSet<>();
    userIds.forEach(user -> hashes.add(hash.inRecords(SourceId.NONE, user)));
    for (SourceId source : catalog.get().mentionedSources()) {
      if (sources.test(source)) {
        userIds.forEach(user -> hashes.add(hash.inRecords(source, user)));
      }
    }
    if (!hashes.isEmpty()) {
      deliveries.forgetAttempts(hashes);
    }
  }
}
