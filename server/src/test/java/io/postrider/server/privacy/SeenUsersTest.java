package io.postrider.server.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.FollowerLimits;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.StartedFollower;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.usage.AcceptedRecords;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SeenUsersTest {

  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final SourceId WEB = new SourceId(1);
  private static final SourceId APP = new SourceId(2);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final FollowerLimits LIMITS = new FollowerLimits(2, 10_000, MILLI, MILLI, MILLI);

  /** A store in memory that counts pairs and may be unavailable. */
  private static final class FakeSeenStore implements SeenStore {
    private final Map<Long, Set<SourceId>> seen = new HashMap<>();
    private final List<Integer> given = new ArrayList<>();
    private @Nullable Bookmark bookmark;
    private @Nullable Instant gap;
    private int failures;

    @Override
    public synchronized Optional<Bookmark> bookmark(int partition) {
      return Optional.ofNullable(bookmark);
    }

    @Override
    public synchronized void add(
        BookmarkMove step, Collection<Pair> pairs, @Nullable Instant until, Instant now) {
      given.add(pairs.size());
      if (failures-- > 0) {
        throw new DatabaseUnavailableException("away");
      }
      pairs.forEach(
          pair ->
              seen.computeIfAbsent(pair.userHash(), user -> new HashSet<>())
                  .add(new SourceId(pair.sourceBits())));
      gap = until == null ? gap : until;
      bookmark = step.after();
    }

    @Override
    public synchronized Found of(Collection<Long> userHashes) {
      Map<Long, Set<SourceId>> found = new HashMap<>(seen);
      found.keySet().retainAll(userHashes);
      return new Found(found, gap);
    }

    @Override
    public void release() {}
  }

  private final MemoryLog log = new MemoryLog();
  private final AcceptedRecords records = new AcceptedRecords();
  private final FakeSeenStore store = new FakeSeenStore();
  private final SeenUsers users = new SeenUsers(store, KEY, 1, () -> NOON);

  private void accept(SourceId source, MessageType type, String json) {
    AcceptedRecords.append(log, records.of(source.bits(), type, NOON, json));
  }

  private void identify(SourceId source, String userId) {
    accept(source, MessageType.IDENTIFY, "{\"userId\":\"%s\"}".formatted(userId));
  }

  private void follow() throws Exception {
    try (LogFollower follower = follower()) {
      awaitLevel(follower);
    }
  }

  private LogFollower follower() {
    return StartedFollower.of(
        "seen", log, users, LIMITS, FollowerThrottle.NONE, new SimpleMeterRegistry());
  }

  private static void awaitLevel(LogFollower follower) throws Exception {
    follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
  }

  private SeenSources.Known known(String... userIds) {
    return SeenSources.of(store, KEY, () -> CompletableFuture.completedFuture(null))
        .of(List.of(userIds));
  }

  @Test
  void users_areSeenInTheirSources_howeverTheIdIsEncoded() throws Exception {
    identify(WEB, "ada");
    identify(APP, "\\u0061da");
    identify(APP, "\\ud83d\\u0000\\u00e9");
    accept(APP, MessageType.TRACK, "{\"anonymousId\":\"anon\",\"event\":\"E\"}");
    accept(WEB, MessageType.GROUP, "{\"userId\":7,\"groupId\":\"g\"}");
    accept(WEB, MessageType.ALIAS, "{\"userId\":\"new\",\"previousId\":\"old\"}");
    follow();
    assertThat(known("ada", "\ud83d\u0000é", "anon", "g", "7", "new", "old"))
        .isEqualTo(
            new SeenSources.Known(
                Map.of(
                    "ada", Set.of(WEB, APP),
                    "\ud83d\u0000é", Set.of(APP),
                    "7", Set.of(WEB),
                    "new", Set.of(WEB),
                    "old", Set.of(WEB)),
                null));
  }

  @Test
  void cachedPairs_areNotStoredAgain() throws Exception {
    try (LogFollower follower = follower()) {
      identify(WEB, "ada");
      identify(WEB, "bob");
      awaitLevel(follower);
      identify(WEB, "ada");
      identify(APP, "ada");
      awaitLevel(follower);
      identify(APP, "ada");
      identify(WEB, "bob");
      awaitLevel(follower);
    }
    assertThat(store.given.stream().mapToInt(n -> n).sum()).isEqualTo(3);
    assertThat(known("ada").sources()).containsEntry("ada", Set.of(WEB, APP));
  }

  @Test
  void uncommittedPairs_areStoredAgain() throws Exception {
    store.failures = 3;
    identify(WEB, "ada");
    follow();
    assertThat(known("ada").sources()).containsEntry("ada", Set.of(WEB));
    assertThat(store.given).containsExactly(1, 1, 1, 1);
  }

  @Test
  void unreadableRecord_leavesAGap() throws Exception {
    AcceptedRecords.append(log, new byte[] {9, 9, 9});
    identify(WEB, "ada");
    follow();
    assertThat(known("ada")).isEqualTo(new SeenSources.Known(Map.of("ada", Set.of(WEB)), NOON));
  }

  private List<LogRecord> read() {
    try (LogReader reader = log.reader(0, 0)) {
      return reader.read(1 << 20);
    }
  }

  @Test
  void logWithoutItsStart_leavesAGap() {
    identify(WEB, "ada");
    LogRecord first = read().getFirst();
    LogRecord later = new LogRecord(100, NOON, ByteBuffer.wrap(copy(first)));
    users.take(new BookmarkMove(0, null, Bookmark.at(log.identity(), 101), 0), List.of(later));
    assertThat(known("ada").gap()).isEqualTo(NOON);
  }

  @Test
  void lostRecords_leaveAGap() {
    Bookmark before = Bookmark.at(log.identity(), 5);
    users.take(new BookmarkMove(0, before, Bookmark.at(log.identity(), 9), 4), List.of());
    assertThat(known("ada").gap()).isEqualTo(NOON);
  }

  @Test
  void anotherLog_leavesAGap() {
    Bookmark before = new Bookmark(new LogIdentity(new UUID(8, 9)), 5, true);
    users.take(new BookmarkMove(0, before, Bookmark.at(log.identity(), 0), 0), List.of());
    assertThat(known("ada").gap()).isEqualTo(NOON);
  }

  private static byte[] copy(LogRecord record) {
    byte[] bytes = new byte[record.bytes().remaining()];
    record.bytes().duplicate().get(bytes);
    return bytes;
  }

  @Test
  void pairCache_replacesOnlyTheSameSlot() {
    SeenUsers.PairCache recent = new SeenUsers.PairCache(4);
    assertThat(recent.contains(0)).isFalse();
    recent.add(5);
    recent.add(6);
    assertThat(recent.contains(5)).isTrue();
    recent.add(9);
    assertThat(recent.contains(5)).isFalse();
    assertThat(recent.contains(6)).isTrue();
    assertThat(recent.contains(9)).isTrue();
  }
}
