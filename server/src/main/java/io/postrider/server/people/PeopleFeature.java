package io.postrider.server.people;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.id.DestinationId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.HiddenRecords;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.server.NodeContext;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.RepeatedRecords;
import io.postrider.server.background.SharedLog;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.catalog.definition.NoComputationResults;
import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
import io.postrider.server.database.Database;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.people.api.ProfileResource;
import io.postrider.server.people.api.ProfileSearchResource;
import io.postrider.server.people.api.RebuildResource;
import io.postrider.server.people.audience.AudienceEngine;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.DestinationReach;
import io.postrider.server.people.audience.Outbox;
import io.postrider.server.people.audience.OutboxDrain;
import io.postrider.server.people.audience.OutboxPublisher;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfilePruner;
import io.postrider.server.people.profile.ProfileRebuild;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.Profiles;
import io.postrider.server.people.profile.TraitIndexer;
import io.postrider.server.people.sql.EvaluationQueue;
import io.postrider.server.people.sql.ProfileChangeListener;
import io.postrider.server.people.sql.SqlComputationResults;
import io.postrider.server.people.sql.SqlEvaluationStore;
import io.postrider.server.people.sql.SqlOutbox;
import io.postrider.server.people.sql.SqlProfileDirectory;
import io.postrider.server.people.sql.SqlProfileSearch;
import io.postrider.server.people.sql.SqlProfileStore;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Profiles, audiences and computed traits: starts their background work and publishes their admin
 * API. Belongs to the thread that starts the node; {@link #erase} may be called from any thread.
 */
public final class PeopleFeature {

  private static final Logger LOG = LoggerFactory.getLogger(PeopleFeature.class);
  private static final String FOLLOWER = "profiles";

  private final NodeContext node;
  private final ProfileLimits limits;
  private final Database database;
  private final ProfileStore store;
  private final BooleanSupplier mayRun;
  private volatile Runnable wakeEngine = () -> {};
  private volatile Definitions definitions = Definitions.NONE;
  private volatile @Nullable Catalog lastCatalog;
  private ComputationResults results = new NoComputationResults();
  private Runnable restartFollower = () -> {};

  private PeopleFeature(NodeContext node) {
    this.node = node;
    this.mayRun = node.has(Role.AUDIENCE) ? node.jobs().job("audiences and profiles") : () -> false;
    this.limits = limits(node.config());
    this.database = node.databases().profiles();
    this.store =
        new SqlProfileStore(
            database, limits, new EvaluationQueue(database, () -> wakeEngine.run()));
  }

  /**
   * Starts profiles and audiences if this node has the role.
   *
   * @param hidden the records that count as deleted
   * @param suppressed the users whose changes are not published
   * @param losses how often destinations lost messages; may block
   * @param repeats the records that profiles skip; null if no other node shares the log
   */
  public static PeopleFeature open(
      NodeContext node,
      LiveCatalog catalog,
      HiddenRecords hidden,
      Supplier<SuppressedUsers> suppressed,
      Supplier<Map<DestinationId, Long>> losses,
      @Nullable RepeatedRecords repeats) {
    PeopleFeature people = new PeopleFeature(node);
    if (node.has(Role.AUDIENCE)) {
      people.startAudiences(
          catalog, suppressed, () -> DestinationReach.of(people.heardCatalog(), losses.get()));
      people.startProfiles(hidden, repeats);
    }
    return people;
  }

  /** Lets profiles continue with the log that the next start finds. */
  public static void releaseBookmarks(Config config, Database database) {
    new SqlProfileStore(database, limits(config), ProfileChangeListener.NONE).release();
  }

  private static ProfileLimits limits(Config config) {
    Config.Audience audience = config.audience();
    return new ProfileLimits(
        audience.history(), audience.historyMaxEvents(), audience.historyMaxBytes().bytes());
  }

  /** Starts the engine, and the publisher that appends its changes to the log. */
  private void startAudiences(
      LiveCatalog catalog,
      Supplier<SuppressedUsers> suppressed,
      Supplier<List<DestinationReach>> reach) {
    InstantSource time = node.time();
    MeterRegistry metrics = node.metrics();
    HashKey key = store.hashKey();
    UserHash userHash = new UserHash(node.hashKey());
    Outbox outbox = new SqlOutbox(database);
    OutboxDrain drain =
        new OutboxDrain(
            outbox,
            node.log(),
            () -> definitions,
            new ComputedRecordWriter(node.hashKey()),
            user -> new IdHasher(key).identity(Identity.Kind.USER, user).hash().high(),
            records -> suppressed.get().cover(records.last(), records.bytes(), userHash));
    OutboxPublisher publisher =
        node.closing().add(new OutboxPublisher(outbox, drain, time, metrics, mayRun));
    AudienceEngine engine =
        node.closing()
            .add(
                new AudienceEngine(
                    new SqlEvaluationStore(database), reach, publisher, time, metrics, mayRun));
    wakeEngine = engine::wake;
    results = new SqlComputationResults(database, engine, time);
    catalog.listen(current -> define(current, engine));
    node.delayed().add(() -> publisher.start(engine::wake));
    node.delayed().add(engine::start);
  }

  /**
   * Offers definitions to the engine if they differ. The first catalog is always offered: previews
   * need its event hashes even when nothing is defined.
   */
  private void define(Catalog catalog, AudienceEngine engine) {
    Catalog before = lastCatalog;
    lastCatalog = catalog;
    boolean same =
        before != null
            && catalog.audiences().equals(before.audiences())
            && catalog.computedTraits().equals(before.computedTraits());
    if (!same) {
      HashKey key = store.hashKey();
      definitions =
          Definitions.of(
              catalog.audiences(), catalog.computedTraits(), name -> new IdHasher(key).event(name));
      engine.offer(definitions);
    }
    if (before == null || !DestinationReach.isSame(catalog, before)) {
      engine.checkDestinations();
    }
  }

  /**
   * The catalog that the engine was told of. It becomes current a little later, and a check that
   * read the one before would miss the change.
   */
  private Catalog heardCatalog() {
    return Objects.requireNonNull(lastCatalog);
  }

  /** Starts the follower that builds profiles from the log, and the pruner. */
  private void startProfiles(HiddenRecords hidden, @Nullable RepeatedRecords repeats) {
    if (new ProfileRebuild(store, node.log(), () -> {}, node.time()).restoreIfNew()) {
      LOG.info("Building profiles from the log. Audiences publish nothing until that is done.");
      // The follower restores changes only of definitions that are stored.
      new SqlEvaluationStore(database).apply(definitions, node.time().instant());
    }
    Profiles profiles = new Profiles(store, limits, hidden, node.time(), node.metrics());
    LogFollower follower =
        node.closing()
            .add(
                LogFollower.open(
                    FOLLOWER,
                    node.log(),
                    profiles,
                    Profiles.STEPS,
                    node.throttle(),
                    node.metrics(),
                    repeats == null
                        ? null
                        : new SharedLog(partition -> mayRun.getAsBoolean(), repeats)));
    restartFollower = follower::beginAnew;
    node.delayed().add(follower::start);
    node.closing().add(ProfilePruner.start(store, limits, node.time(), mayRun));
    node.delayed().add(node.closing().add(new TraitIndexer(store, mayRun))::start);
  }

  /** Erases the profiles of some users. Profiles span all sources. */
  public void erase(Collection<String> userIds) {
    userIds.forEach(store::erase);
    database.dropJournal();
  }

  public List<ApiRoutes> routes(AuditTrail trail, RedactionPolicy redaction) {
    ProfileRebuild rebuild = new ProfileRebuild(store, node.log(), restartFollower, node.time());
    return List.of(
        new ProfileResource(
            new SqlProfileDirectory(database, store.hashKey(), () -> definitions), redaction),
        new ProfileSearchResource(new SqlProfileSearch(database), redaction),
        new RebuildResource(rebuild, trail, node.time()));
  }

  /** The results of audiences and computed traits; none on a node that does not compute them. */
  public ComputationResults results() {
    return results;
  }
}
