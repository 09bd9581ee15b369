package io.postrider.server.privacy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.Redaction;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.privacy.api.RegulationResource;
import io.postrider.server.privacy.api.SuppressionResource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a node does about users who are to be forgotten: its part of the admin API, the suppressed
 * users in force, and the thread that carries deletions out.
 */
public final class Privacy implements AutoCloseable {

  private static final String USER_ID = "userId";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Stores stores;
  private final LiveSuppression suppression;
  private final RegulationAuditor audit;
  private final PrivacyRefresher follower;
  private final RegulationProcessor processor;
  private final LiveTombstones tombstones;
  private final Supplier<Catalog> catalog;
  private final InstantSource time;

  private Privacy(Stores stores, HashKey hashKey, World world) {
    this.stores = stores;
    this.catalog = world.catalog();
    this.time = world.time();
    this.tombstones = world.tombstones();
    this.suppression = LiveSuppression.open(stores.suppressions(), hashKey);
    this.audit = new RegulationAuditor(stores.regulations(), world.audit(), time);
    this.follower = PrivacyRefresher.start(suppression, tombstones, audit, time);
    DeletionRunner deletions =
        new DeletionRunner(
            stores.deletions(),
            stores.regulations(),
            world.log(),
            hashKey,
            new DeletionRunner.Environment(
                catalog, world.fates(), world.seen(), world.erasure(), tombstones, time));
    this.processor = new RegulationProcessor(stores.deletions(), deletions, world.node(), time);
  }

  /** Where everything is kept. */
  public record Stores(
      RegulationStore regulations, SuppressionStore suppressions, DeletionStore deletions) {}

  /**
   * What it works with.
   *
   * @param node bits that tell this node from others
   */
  public record World(
      RecordLog log,
      Supplier<Catalog> catalog,
      LiveTombstones tombstones,
      DeleteFates fates,
      SeenSources seen,
      UserErasure erasure,
      RegulationAudit audit,
      long node,
      InstantSource time) {}

  /** Brings suppressions into force. */
  public static Privacy open(Stores stores, HashKey hashKey, World world, MeterRegistry metrics) {
    Privacy privacy = new Privacy(stores, hashKey, world);
    Gauge.builder("postrider.suppressed.users", privacy.suppression, live -> live.current().size())
        .description("Suppressions in force")
        .register(metrics);
    Gauge.builder(
            "postrider.suppressed.memory.bytes",
            privacy.suppression,
            live -> live.current().sizeBytes())
        .description("Memory that suppressions in force take")
        .register(metrics);
    return privacy;
  }

  /** Starts to carry deletions out; for the one node that delivers. */
  public void process() {
    processor.start();
  }

  /** The suppressed users in force; any thread may ask. */
  public SuppressedUsers suppressed() {
    return suppression.current();
  }

  /**
   * Its paths, below {@code /api}.
   *
   * @param ids random bits for new requests
   * @param logRetention how long the log keeps messages
   * @param discretion what whoever makes a call does not get to see
   */
  public List<Resource> resources(
      LongSupplier ids, Duration logRetention, Function<ApiRequest, Redaction> discretion) {
    Predicate<ApiRequest> seesUsers = call -> !discretion.apply(call).hides(USER_ID);
    RegulationResource regulations =
        new RegulationResource(
            stores.regulations(),
            catalog,
            suppression,
            tombstones,
            new RegulationResource.Heard(audit::tell, processor::wake),
            new RegulationResource.Environment(ids, logRetention, seesUsers, time));
    return Stream.concat(
            regulations.resources().stream(),
            new SuppressionResource(stores.regulations(), seesUsers).resources().stream())
        .map(resource -> resource.mapped(Privacy::sayingWhenTheStoreIsAway))
        .toList();
  }

  private static Endpoint sayingWhenTheStoreIsAway(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.answer(call);
      } catch (DatabaseUnavailableException away) {
        throw ApiException.unavailable("The database is unavailable; retry.", RETRY_AFTER);
      }
    };
  }

  @Override
  public void close() {
    follower.close();
    processor.close();
  }
}
