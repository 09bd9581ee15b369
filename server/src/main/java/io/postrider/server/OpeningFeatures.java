package io.postrider.server;

import io.postrider.server.alerts.AlertsFeature;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.people.PeopleFeature;
import io.postrider.server.privacy.PrivacyFeature;
import io.postrider.server.usage.UsageFeature;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that keep something in a database, all being opened at once: that takes as long as all
 * the rest of a start, which goes on beside it.
 *
 * <p>Belongs to the thread that starts the node. Whoever asks for a part waits until it is open,
 * and gets the failure if it cannot be.
 */
final class OpeningFeatures {

  private final Databases databases;
  private final CompletableFuture<CatalogFeature> catalog;
  private final @Nullable CompletableFuture<DeliveryFeature> delivery;
  private final CompletableFuture<PrivacyFeature> privacy;
  private final CompletableFuture<UsageFeature> usage;
  private final CompletableFuture<PeopleFeature> profiles;
  private final CompletableFuture<AlertsFeature> insight;

  /**
   * Begins to open them.
   *
   * @param open gets each as soon as it is open
   */
  OpeningFeatures(Config config, InstantSource time, Path folder, ClosingStack open) {
    this.databases = open.add(Databases.of(config, folder));
    this.catalog = beside(() -> open.add(CatalogFeature.open(config, time, folder, databases)));
    this.delivery =
        config.node().has(Role.DELIVER)
            ? beside(() -> new DeliveryFeature(config, time, databases))
            : null;
    this.privacy = beside(() -> new PrivacyFeature(config, time, databases));
    this.usage = beside(() -> new UsageFeature(time, databases));
    this.profiles = beside(() -> new PeopleFeature(config, time, databases));
    this.insight = beside(() -> new AlertsFeature(config, time, databases));
  }

  private static <T> CompletableFuture<T> beside(Supplier<T> opening) {
    return CompletableFuture.supplyAsync(opening, Thread::startVirtualThread);
  }

  Databases databases() {
    return databases;
  }

  CatalogFeature catalog() {
    return join(catalog);
  }

  /** The part that delivers, if this node does. */
  Optional<DeliveryFeature> delivery() {
    return Optional.ofNullable(delivery).map(OpeningFeatures::join);
  }

  PrivacyFeature privacy() {
    return join(privacy);
  }

  UsageFeature usage() {
    return join(usage);
  }

  PeopleFeature profiles() {
    return join(profiles);
  }

  AlertsFeature insight() {
    return join(insight);
  }

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
