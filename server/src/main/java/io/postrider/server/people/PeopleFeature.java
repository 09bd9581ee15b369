package io.postrider.server.people;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.HiddenRecords;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.LogFollower;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.definition.ComputationFigures;
import io.postrider.server.config.AudienceConfig;
import io.postrider.server.config.Config;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.people.api.ProfileResource;
import io.postrider.server.people.api.RebuildResource;
import io.postrider.server.people.profile.ProfileErasure;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfilePruner;
import io.postrider.server.people.profile.ProfileRebuilding;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.Profiles;
import io.postrider.server.people.sql.Evaluation;
import io.postrider.server.people.sql.SqlProfileDirectory;
import io.postrider.server.people.sql.SqlProfileStore;
import io.postrider.server.privacy.UserErasure;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Profiles of people: their database, who keeps them, and who shows them. */
public final class PeopleFeature {

  private static final String NAME = "profiles";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final AudienceWiring audiences;
  private final ProfileStore store;
  private Runnable begin = () -> {};

  /** Opens the database of profiles. */
  public PeopleFeature(Config config, InstantSource time, Databases databases) {
    this.config = config;
    this.time = time;
    this.database = databases.profiles();
    this.audiences = new AudienceWiring(database, time);
    this.store = store(config, database, audiences.evaluation());
  }

  public static ProfileStore store(Config config, Database database, Evaluation evaluation) {
    return new SqlProfileStore(database, limits(config), evaluation);
  }

  private static ProfileLimits limits(Config config) {
    AudienceConfig audience = config.audience();
    return new ProfileLimits(
        audience.history(), audience.historyMaxEvents(), audience.historyMaxBytes().bytes());
  }

  /**
   * What it runs in.
   *
   * @param hidden which records of the log count as gone
   * @param suppressed the users of whom nothing is told
   * @param recordsKey what hashes in records are made with
   * @param courtesy how it leaves the processors to others
   */
  public record World(
      RecordLog log,
      HiddenRecords hidden,
      Supplier<SuppressedUsers> suppressed,
      HashKey recordsKey,
      LiveCatalog catalog,
      FollowerThrottle courtesy,
      MeterRegistry metrics) {}

  /**
   * Starts to keep profiles, and to compute audiences from them.
   *
   * @param open gets what has to be closed before the log is
   */
  public void start(World world, ClosingStack open) {
    audiences.start(store.hashKey(), world, open);
    ProfileLimits limits = limits(config);
    Profiles profiles = new Profiles(store, limits, world.hidden(), time, world.metrics());
    LogFollower follower =
        open.add(
            LogFollower.start(
                NAME, world.log(), profiles, Profiles.STEPS, world.courtesy(), world.metrics()));
    begin = follower::beginAnew;
    open.add(ProfilePruner.start(store, limits, time));
  }

  /** Forgets users. */
  public UserErasure erasure() {
    return new ProfileErasure(store, database::dropJournal);
  }

  /** The parts of the admin API that show people. */
  public List<ApiRoutes> apiParts(RecordLog log, RedactionPolicy discretion, AuditTrail trail) {
    return List.of(
        new ProfileResource(
            new SqlProfileDirectory(database, store), audiences.conclusions(), discretion),
        new RebuildResource(new ProfileRebuilding(store, log, begin, time), trail, time));
  }

  /** What the admin API asks of audiences. */
  public ComputationFigures computations() {
    return audiences.computations();
  }
}
