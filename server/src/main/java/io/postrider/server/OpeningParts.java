package io.postrider.server;

import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
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
final class OpeningParts {

  private final CompletableFuture<CatalogPart> catalog;
  private final @Nullable CompletableFuture<DeliveryPart> delivery;
  private final CompletableFuture<PrivacyPart> privacy;
  private final CompletableFuture<UsagePart> usage;
  private final CompletableFuture<ProfilePart> profiles;
  private final CompletableFuture<InsightPart> insight;

  /**
   * Begins to open them.
   *
   * @param open gets each as soon as it is open
   */
  OpeningParts(Config config, InstantSource time, Path folder, ClosingStack open) {
    this.catalog = beside(() -> open.add(CatalogPart.open(config, time, folder)));
    this.delivery =
        config.node().has(Role.DELIVER)
            ? beside(() -> open.add(DeliveryPart.open(config, time, folder)))
            : null;
    this.privacy = beside(() -> open.add(PrivacyPart.open(config, time, folder)));
    this.usage = beside(() -> open.add(UsagePart.open(config, time, folder)));
    this.profiles = beside(() -> open.add(ProfilePart.open(config, time, folder)));
    this.insight = beside(() -> open.add(InsightPart.open(config, time, folder)));
  }

  private static <T> CompletableFuture<T> beside(Supplier<T> opening) {
    return CompletableFuture.supplyAsync(opening, Thread::startVirtualThread);
  }

  CatalogPart catalog() {
    return join(catalog);
  }

  /** The part that delivers, if this node does. */
  Optional<DeliveryPart> delivery() {
    return Optional.ofNullable(delivery).map(OpeningParts::join);
  }

  PrivacyPart privacy() {
    return join(privacy);
  }

  UsagePart usage() {
    return join(usage);
  }

  ProfilePart profiles() {
    return join(profiles);
  }

  InsightPart insight() {
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
