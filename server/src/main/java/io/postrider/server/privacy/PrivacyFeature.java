package io.postrider.server.privacy;

import io.postrider.message.HashKey;
import io.postrider.server.NodeContext;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.Projection;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.database.Database;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.privacy.api.RegulationResource;
import io.postrider.server.privacy.api.SuppressionResource;
import io.postrider.server.privacy.sql.SqlDeletionStore;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.privacy.sql.SqlSampleStore;
import io.postrider.server.privacy.sql.SqlSeenStore;
import io.postrider.server.privacy.sql.SqlSuppressionStore;
import io.postrider.server.usage.UsageFeature;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Predicate;

/**
 * Privacy: the regulations in force, the tasks that run deletions, and the admin API.
 *
 * <p>Regulations load first, because delivery and profiles obey them. The rest opens last, because
 * deletions use both.
 */
public final class PrivacyFeature {

  private final NodeContext node;
  private final LiveCatalog catalog;
  private final ActiveRegulations active;

  private PrivacyFeature(NodeContext node, LiveCatalog catalog, ActiveRegulations active) {
    this.node = node;
    this.catalog = catalog;
    this.active = active;
  }

  /** Loads the regulations and follows their changes. */
  public static ActiveRegulations loadRegulations(
      NodeContext node, LiveCatalog catalog, AuditTrail trail) {
    Database database = node.databases().catalog();
    RegulationStore regulations = new SqlRegulationStore(database);
    ActiveRegulations active =
        new ActiveRegulations(
            LiveSuppression.open(new SqlSuppressionStore(database), node.hashKey()),
            LiveTombstones.open(
                regulations, node.log(), catalog::current, node.hashKey(), node.time()),
            RegulationAuditor.of(regulations, trail, node.time()));
    return node.closing().add(active.start(node.metrics()));
  }

  /** Derives from the log which users were seen in which sources, into the statistics database. */
  public static Projection seenUsers(NodeContext node) {
    return new SeenUsers(
        new SqlSeenStore(node.databases().statistics()),
        node.hashKey(),
        node.log().partitions(),
        node.time());
  }

  /**
   * Runs deletions if this node delivers.
   *
   * @param data data of users in other features
   */
  public static PrivacyFeature open(
      NodeContext node,
      LiveCatalog catalog,
      ActiveRegulations active,
      DeliveryFeature delivery,
      UsageFeature usage,
      UserData data) {
    PrivacyFeature privacy = new PrivacyFeature(node, catalog, active);
    delivery
        .service()
        .ifPresentOrElse(
            service -> {
              privacy.runDeletions(service, usage, data);
              privacy.eraseSamples(data);
            },
            () -> privacy.eraseSamples(UserData.ELSEWHERE));
    return privacy;
  }

  private void runDeletions(DeliveryService service, UsageFeature usage, UserData data) {
    DeliveryInspector deliveries = service.inspector();
    HashKey hashKey = node.hashKey();
    Database database = node.databases().catalog();
    RegulationStore regulations = new SqlRegulationStore(database);
    DeletionStore deletions = new SqlDeletionStore(database);
    DeletionRunner runner =
        new DeletionRunner(
            deletions,
            regulations,
            new DeleteLog(node.log(), hashKey, node.time()),
            new AffectedSources(regulations, catalog::current, seenSources(usage), node.time()),
            DeleteOutcomes.of(catalog::current, deliveries),
            new StoredUserErasure(data::erase, deliveries, catalog::current, hashKey),
            active.tombstones(),
            node.time());
    DeletionScheduler scheduler =
        new DeletionScheduler(
            deletions,
            runner,
            nodeNumber(),
            () -> service.delivers(DeleteLog.PARTITION),
            node.time());
    node.delayed().add(node.closing().add(scheduler)::start);
    active.onDeletion(scheduler::wake);
  }

  /** Hides the samples of deleted users, and erases those that this node has. */
  private void eraseSamples(UserData data) {
    Database database = node.databases().catalog();
    SampleEraser samples =
        new SampleEraser(
            new SqlSampleStore(database),
            new UserHashes(new SqlRegulationStore(database), catalog::current, node.hashKey()),
            data,
            node.config().delivery().timeout(),
            active.tombstones()::isExpired,
            node.kafka().isPresent() ? node.config().ledger().retention() : null,
            node.time());
    active.hideEntries(samples::hides, samples::hidesAny);
    SampleEraser _ = node.closing().add(samples).start();
  }

  private SeenSources seenSources(UsageFeature usage) {
    SqlSeenStore seen = new SqlSeenStore(node.databases().statistics());
    return usage
        .follower()
        .map(follower -> SeenSources.of(seen, node.hashKey(), follower::whenCaughtUp))
        .orElse(SeenSources.UNKNOWN);
  }

  /** With SQLite there is only one node, which keeps its number after a restart. */
  private long nodeNumber() {
    return node.config().database().url().reveal().isEmpty() ? 1 : new SecureRandom().nextLong();
  }

  public List<ApiRoutes> routes(RedactionPolicy redaction) {
    RegulationStore regulations = new SqlRegulationStore(node.databases().catalog());
    Predicate<ApiRequest> seesUsers = call -> !redaction.of(call).hides("userId");
    return List.of(
        new RegulationResource(
            regulations,
            active,
            catalog::current,
            new SecureRandom()::nextLong,
            node.logRetention(),
            seesUsers,
            node.time()),
        new SuppressionResource(regulations, seesUsers));
  }
}
