package io.postrider.server.people.sql;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.LogIdentity;
import io.postrider.log.LogRecord;
import io.postrider.message.MessageType;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.Profiles;
import io.postrider.server.usage.AcceptedRecords;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How many messages a second become part of profiles on SQLite: fills a database with people, then
 * measures steps of messages of any of them. Run by hand: people, messages, records of a step.
 */
final class ProfileSpeed {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final LogIdentity LOG = new LogIdentity(new UUID(1, 2));

  private final AcceptedRecords accepted = new AcceptedRecords();
  private final Random random = new Random(7);
  private final Profiles profiles;
  private final int stepSize;
  private @Nullable Bookmark bookmark;
  private long offset;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  private ProfileSpeed(Database database, int stepSize) {
    ProfileLimits limits = new ProfileLimits(Duration.ofDays(90), 5_000, 2 << 20);
    this.profiles =
        new Profiles(
            new SqlProfileStore(database, limits, ProfileChangeListener.NONE),
            limits,
            HiddenRecords.nothing(),
            () -> now,
            new SimpleMeterRegistry());
    this.stepSize = stepSize;
  }

  public static void main(String[] args) throws IOException {
    int people = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int messages = args.length > 1 ? Integer.parseInt(args[1]) : 200_000;
    int stepSize = args.length > 2 ? Integer.parseInt(args[2]) : Profiles.STEPS.records();
    Path folder = Files.createTempDirectory("profiles");
    Path file = folder.resolve("profiles.db");
    try (Database database = Database.open(DatabaseUrl.sqlite(file), Schema.PROFILES)) {
      ProfileSpeed speed = new ProfileSpeed(database, stepSize);
      speed.run("identify", people, i -> speed.identify(i));
      speed.run("first event", people, i -> speed.track(i));
      System.out.printf("%,d bytes%n", Files.size(file));
      speed.run("track, anybody", messages, i -> speed.track(speed.random.nextInt(people)));
      speed.run("track, a tenth", messages, i -> speed.track(speed.random.nextInt(people / 10)));
      speed.run("mixed", messages, i -> speed.mixed(speed.random.nextInt(people), i));
    } finally {
      try (var files = Files.list(folder)) {
        files.forEach(path -> path.toFile().delete());
      }
      Files.delete(folder);
    }
  }

  private interface Maker {
    byte[] record(int number);
  }

  private void run(String what, int count, Maker maker) {
    List<Long> took = new ArrayList<>();
    long total = 0;
    long worked = 0;
    for (int from = 0; from < count; from += stepSize) {
      List<LogRecord> records = new ArrayList<>();
      for (int i = from; i < Math.min(count, from + stepSize); i++) {
        records.add(new LogRecord(offset++, now, ByteBuffer.wrap(maker.record(i))));
      }
      now = now.plusMillis(100);
      long start = System.nanoTime();
      long workedBefore = THREADS.getCurrentThreadCpuTime();
      Bookmark after = Bookmark.at(LOG, offset);
      profiles.take(new BookmarkMove(0, bookmark, after, 0), records);
      bookmark = after;
      long nanos = System.nanoTime() - start;
      total += nanos;
      worked += THREADS.getCurrentThreadCpuTime() - workedBefore;
      took.add(nanos);
    }
    long[] sorted = took.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.printf(
        "%-16s %,9.0f messages/s, %.1f µs of a processor each;"
            + " steps of %,d: median %.0f ms, p99 %.0f ms, longest %.0f ms%n",
        what,
        count / (total / 1e9),
        worked / 1e3 / count,
        stepSize,
        sorted[sorted.length / 2] / 1e6,
        sorted[sorted.length * 99 / 100] / 1e6,
        Arrays.stream(sorted).max().orElse(0) / 1e6);
  }

  private byte[] identify(int user) {
    return accepted.of(
        1,
        MessageType.IDENTIFY,
        now,
        ("{\"userId\":\"user-%07d\",\"traits\":{\"email\":\"user-%d@example.com\",\"plan\":\"%s\","
                + "\"seats\":%d,\"createdAt\":\"2026-01-%02dT10:00:00Z\"}}")
            .formatted(user, user, user % 3 == 0 ? "pro" : "free", user % 17, 1 + user % 28));
  }

  private byte[] track(int user) {
    return accepted.of(
        1,
        MessageType.TRACK,
        now,
        ("{\"userId\":\"user-%07d\",\"anonymousId\":\"3f0c8a52-aaaa-4bbb-8ccc-%012d\","
                + "\"event\":\"%s\",\"properties\":{\"orderId\":\"o-%d\",\"total\":%d.%02d,"
                + "\"currency\":\"EUR\",\"coupon\":null,\"items\":[\"a-1\",\"b-2\"],"
                + "\"shipping\":{\"city\":\"Köln\",\"express\":%s}},"
                + "\"context\":{\"ip\":\"203.0.113.9\",\"library\":{\"name\":\"x\"}}}")
            .formatted(
                user,
                user,
                "Event " + random.nextInt(30),
                random.nextInt(),
                random.nextInt(500),
                random.nextInt(100),
                random.nextBoolean()));
  }

  private byte[] mixed(int user, int number) {
    return number % 10 == 0 ? identify(user) : track(user);
  }
}
