package io.postrider.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.Hidden;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.bridge.ProfileErasure;
import io.postrider.server.bridge.ProfileRebuilding;
import io.postrider.server.config.AudienceConfig;
import io.postrider.server.config.Config;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.audience.Computations;
import io.postrider.server.control.audit.AuditTrail;
import io.postrider.server.control.deliveries.Discretion;
import io.postrider.server.control.profiles.ProfileResource;
import io.postrider.server.control.profiles.RebuildResource;
import io.postrider.server.follow.Courtesy;
import io.postrider.server.follow.Follower;
import io.postrider.server.privacy.Erasure;
import io.postrider.server.profile.ProfileLimits;
import io.postrider.server.profile.ProfileStore;
import io.postrider.server.profile.Profiles;
import io.postrider.server.profile.Pruner;
import io.postrider.server.store.Database;
import io.postrider.server.store.Evaluation;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SqlProfileDirectory;
import io.postrider.server.store.SqlProfileStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Profiles of people: their database, who keeps them, and who shows them. */
final class ProfilePart implements AutoCloseable {

  private static final String FILE = "profiles.db";
  private static final String NAME = "profiles";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final AudiencePart audiences;
  private final ProfileStore store;
  private Runnable begin = () -> {};

  private ProfilePart(Config config, InstantSource time, Database database) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.audiences = new AudiencePart(database, time);
    this.store = store(config, database, audiences.evaluation());
  }

  /** Opens the database. */
  static ProfilePart open(Config config, InstantSource time, Path folder) {
    Database database = openDatabase(config, folder);
    try {
      return new ProfilePart(config, time, database);
    } catch (RuntimeException failure) {
      database.close();
      throw failure;
    }
  }

  static Database openDatabase(Config config, Path folder) {
    return Database.open(DeliveryPart.url(config, folder.resolve(FILE)), Schema.PROFILES);
  }

  static ProfileStore store(Config config, Database database, Evaluation evaluation) {
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
  record World(
      RecordLog log,
      Hidden hidden,
      Supplier<SuppressedUsers> suppressed,
      HashKey recordsKey,
      LiveCatalog catalog,
      Courtesy courtesy,
      MeterRegistry metrics) {}

  /**
   * Starts to keep profiles, and to compute audiences from them.
   *
   * @param open gets what has to be closed before the log is
   */
  void start(World world, ClosingStack open) {
    audiences.start(store.hashKey(), world, open);
    ProfileLimits limits = limits(config);
    Profiles profiles = new Profiles(store, limits, world.hidden(), time, world.metrics());
    Follower follower =
        open.add(
            Follower.start(
                NAME, world.log(), profiles, Profiles.STEPS, world.courtesy(), world.metrics()));
    begin = follower::beginAnew;
    open.add(Pruner.start(store, limits, time));
  }

  /** Forgets users. */
  Erasure erasure() {
    return new ProfileErasure(store, database::dropJournal);
  }

  /** The parts of the admin API that show people. */
  List<ApiPart> apiParts(RecordLog log, Discretion discretion, AuditTrail trail) {
    return List.of(
        new ProfileResource(
            new SqlProfileDirectory(database, store), audiences.conclusions(), discretion),
        new RebuildResource(new ProfileRebuilding(store, log, begin, time), trail, time));
  }

  /** What the admin API asks of audiences. */
  Computations computations() {
    return audiences.computations();
  }

  @Override
  public void close() {
    database.close();
  }
}
