package io.postrider.server.privacy;

import io.postrider.message.HashKey;
import io.postrider.privacy.HiddenRecords;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.NodeContext;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.Projection;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.database.Database;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.privacy.api.RegulationResource;
import io.postrider.server.privacy.api.SuppressionResource;
import io.postrider.server.privacy.sql.SqlDeletionStore;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.privacy.sql.SqlSeenStore;
import io.postrider.server.privacy.sql.SqlSuppressionStore;
import io.postrider.server.usage.UsageFeature;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Privacy: the databases of regulations and seen users, the tasks that run deletions, and the admin
 * API.
 */
public final class PrivacyFeature {

  private final NodeContext node;
  private final LiveCatalog catalog;
  private final Database database;
  private final Database seen;
  private final LiveTombstones tombstones;
  private final SecureRandom random = new SecureRandom();
  private @Nullable Privacy privacy;

  private PrivacyFeature(NodeContext node, LiveCatalog catalog) {
    this.node = node;
    this.catalog = catalog;
    this.database = node.databases().catalog();
    this.seen = node.databases().statistics();
    this.tombstones =
        LiveTombstones.open(
            new SqlRegulationStore(database), node.log(), catalog::current, node.hashKey());
  }

  /** Loads the hidden records. Delivery needs them before it starts. */
  public static PrivacyFeature open(NodeContext node, LiveCatalog catalog) {
    return new PrivacyFeature(node, catalog);
  }

  /** The hidden records, as of each call. */
  public HiddenRecords hidden() {
    return (partition, offset, record) -> tombstones.current().hide(partition, offset, record);
  }

  /** Derives from the log which users were seen in which sources, into the statistics database. */
  public Projection seenUsers() {
    return new SeenUsers(
        new SqlSeenStore(seen), node.hashKey(), node.log().partitions(), node.time());
  }

  /**
   * Applies suppressions, and runs deletions if this node delivers.
   *
   * @param eraseProfiles erases the profiles of users
   */
  public void start(
      AuditTrail trail,
      DeliveryFeature delivery,
      UsageFeature usage,
      Consumer<Collection<String>> eraseProfiles) {
    HashKey hashKey = node.hashKey();
    DeleteOutcomes outcomes =
        new DeleteOutcomes(catalog::current, (destination, range) -> Optional.empty());
    SeenSources seenSources =
        usage
            .follower()
            .map(
                follower -> SeenSources.of(new SqlSeenStore(seen), hashKey, follower::whenCaughtUp))
            .orElse(SeenSources.UNKNOWN);
    DeliveryService service = delivery.service().orElse(null);
    if (service != null) {
      outcomes = DeleteOutcomes.of(catalog::current, service.inspector());
    }
    RegulationStore regulations = new SqlRegulationStore(database);
    DeletionStore deletions = new SqlDeletionStore(database);
    DeletionRunner runner =
        new DeletionRunner(
            deletions,
            regulations,
            new DeleteLog(node.log(), hashKey, node.time()),
            new AffectedSources(regulations, catalog::current, seenSources, node.time()),
            outcomes,
            new StoredUserErasure(
                eraseProfiles,
                service == null ? null : service.inspector(),
                catalog::current,
                hashKey),
            tombstones,
            node.time());
    Privacy started =
        new Privacy(
            LiveSuppression.open(new SqlSuppressionStore(database), hashKey),
            tombstones,
            RegulationAuditor.of(regulations, trail, node.time()),
            new DeletionScheduler(deletions, runner, nodeNumber(), node.time()));
    node.closing().add(started.start(service != null, node.metrics()));
    privacy = started;
  }

  /** With SQLite there is only one node, which keeps its number after a restart. */
  private long nodeNumber() {
    return node.config().database().url().reveal().isEmpty() ? 1 : random.nextLong();
  }

  public SuppressedUsers suppressed() {
    return started().suppressed();
  }

  private Privacy started() {
    return Objects.requireNonNull(privacy, "not started");
  }

  public List<ApiRoutes> routes(RedactionPolicy redaction) {
    RegulationStore regulations = new SqlRegulationStore(database);
    Predicate<ApiRequest> seesUsers = call -> !redaction.of(call).hides("userId");
    return List.of(
        new RegulationResource(
            regulations,
            started(),
            catalog::current,
            random::nextLong,
            node.logRetention(),
            seesUsers,
            node.time()),
        new SuppressionResource(regulations, seesUsers));
  }
}
