package io.postrider.server.people.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.MemoryLog;
import io.postrider.message.MessageType;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.FollowerLimits;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.StartedFollower;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.ChangedProfile;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileRebuild;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.Profiles;
import io.postrider.server.usage.AcceptedRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles are the same wherever and however often the process crashes. */
class ProfileCrashTest {

  private static final Duration MILLI = Duration.ofMillis(1);
  private static final FollowerLimits STEPS = new FollowerLimits(2, 10_000, MILLI, MILLI, MILLI);
  private static final ProfileLimits LIMITS = new ProfileLimits(Duration.ofDays(90), 20, 10_000);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path folder;

  private final MemoryLog log = new MemoryLog();
  private final AcceptedRecords records = new AcceptedRecords();
  private int databases;

  @BeforeEach
  void fill() {
    say(MessageType.TRACK, "{'anonymousId':'x','event':'One'}");
    say(MessageType.IDENTIFY, "{'userId':'ada','traits':{'plan':'pro'}}");
    say(MessageType.TRACK, "{'userId':'ada','anonymousId':'x','event':'Two'}");
    say(MessageType.TRACK, "{'userId':'bob','event':'Two'}");
    say(MessageType.ALIAS, "{'previousId':'bob','userId':'rob'}");
    say(MessageType.GROUP, "{'userId':'rob','groupId':'g','traits':{'size':3}}");
    say(MessageType.TRACK, "{'userId':'rob','event':'Three'}");
    say(MessageType.IDENTIFY, "{'userId':'ada','traits':{'plan':null,'age':3}}");
    say(MessageType.TRACK, "{'userId':'bob','event':'Four'}");
  }

  private void say(MessageType type, String json) {
    AcceptedRecords.append(log, records.of(1, type, NOON, json.replace('\'', '"')));
  }

  private Database database() {
    return Database.open(
        DatabaseUrl.sqlite(folder.resolve("profiles-" + ++databases + ".db")), Schema.PROFILES);
  }

  private void follow(ProfileStore store) throws Exception {
    Profiles profiles =
        new Profiles(store, LIMITS, HiddenRecords.nothing(), () -> NOON, new SimpleMeterRegistry());
    try (LogFollower follower =
        StartedFollower.of(
            "profiles", log, profiles, STEPS, FollowerThrottle.NONE, new SimpleMeterRegistry())) {
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
    }
  }

  private List<String> undisturbed() throws Exception {
    try (Database database = database()) {
      follow(new SqlProfileStore(database, LIMITS, ProfileChangeListener.NONE));
      return ProfileDump.of(database);
    }
  }

  /** Crashes before and after every call of the store. */
  @Test
  void profiles_areExactWhereverItCrashes() throws Exception {
    List<String> expected = undisturbed();
    assertThat(expected).hasSize(2);
    for (int call = 1; call < 8; call++) {
      for (boolean saved : new boolean[] {false, true}) {
        try (Database database = database()) {
          FlakyProfileStore store =
              new FlakyProfileStore(
                  new SqlProfileStore(database, LIMITS, ProfileChangeListener.NONE));
          store.failAfter(call, saved);
          follow(store);
          assertThat(ProfileDump.of(database))
              .as("killed at call %d, saved: %s", call, saved)
              .isEqualTo(expected);
        }
      }
    }
  }

  /** Crashes inside a transaction, before its commit. */
  @Test
  void profiles_areExactWhenTheListenerFails() throws Exception {
    List<String> expected = undisturbed();
    for (int call = 0; call < 8; call++) {
      try (Database database = database()) {
        FailingListener evaluation = new FailingListener(call);
        follow(new SqlProfileStore(database, LIMITS, evaluation));
        assertThat(ProfileDump.of(database)).as("failed at call %d", call).isEqualTo(expected);
      }
    }
  }

  @Test
  void rebuild_whileFollowing_startsOver() throws Exception {
    List<String> expected = undisturbed();
    try (Database database = database()) {
      RecordingListener evaluation = new RecordingListener();
      ProfileStore store = new SqlProfileStore(database, LIMITS, evaluation);
      follow(store);
      Profiles profiles =
          new Profiles(
              store, LIMITS, HiddenRecords.nothing(), () -> NOON, new SimpleMeterRegistry());
      try (LogFollower follower =
          StartedFollower.of(
              "profiles", log, profiles, STEPS, FollowerThrottle.NONE, new SimpleMeterRegistry())) {
        ProfileRebuild rebuilding = new ProfileRebuild(store, log, follower::beginAnew, () -> NOON);
        rebuilding.start();
        await().until(() -> rebuilding.progress().isEmpty());
        assertThat(ProfileDump.of(database)).isEqualTo(expected);
        say(MessageType.TRACK, "{'userId':'zoe','event':'New'}");
        follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      }
      List<String> found = ProfileDump.of(database);
      assertThat(found).hasSize(3).containsAll(expected);
      assertThat(evaluation.rebuilt).isEqualTo(1);
    }
  }

  /** Fails once, at one of its calls. */
  private static final class FailingListener implements ProfileChangeListener {

    private int untilFailure;

    FailingListener(int untilFailure) {
      this.untilFailure = untilFailure;
    }

    private void call() {
      if (untilFailure-- == 0) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    public void changed(Handle handle, Collection<ChangedProfile> changes, Instant now) {
      call();
    }

    @Override
    public void erased(Handle handle, Collection<Long> profiles) {
      call();
    }

    @Override
    public void merged(Handle handle, long from, long into) {
      call();
    }

    @Override
    public void rebuilt(Handle handle, Instant now) {
      call();
    }
  }
}
