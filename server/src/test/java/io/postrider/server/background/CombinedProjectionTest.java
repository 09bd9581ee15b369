package io.postrider.server.background;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogIdentity;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CombinedProjectionTest {

  private static final FollowerLimits LIMITS =
      new FollowerLimits(3, 1 << 20, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  private final MemoryLog log = new MemoryLog();
  private final RecordingProjection usage = new RecordingProjection();
  private final RecordingProjection seen = new RecordingProjection();

  private FollowerMachine begun() {
    FollowerMachine machine =
        new FollowerMachine(
            "both",
            log,
            0,
            new CombinedProjection("both", log, List.of(usage, seen), Runnable::run),
            LIMITS,
            null);
    machine.begin();
    return machine;
  }

  private void append(int count) {
    for (int i = 0; i < count; i++) {
      log.append(0, RecordBatch.of(("r" + i).getBytes(UTF_8))).join();
    }
  }

  private static void run(FollowerMachine machine) {
    while (machine.advance()) {}
  }

  private static List<String> names(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "r" + i).toList();
  }

  @ParameterizedTest
  @CsvSource({"-1,-1", "4,4", "2,7", "7,2", "-1,7", "7,-1", "10,3", "0,10", "3,6"})
  void each_takesWhatItHasNotTaken(int usageAt, int seenAt) {
    append(10);
    put(usage, usageAt);
    put(seen, seenAt);
    FollowerMachine machine = begun();
    assertThat(machine.position()).isEqualTo(Math.max(0, Math.min(usageAt, seenAt)));
    run(machine);
    assertThat(usage.taken()).isEqualTo(names(Math.max(0, usageAt), 10));
    assertThat(seen.taken()).isEqualTo(names(Math.max(0, seenAt), 10));
    assertThat(usage.bookmark()).isEqualTo(Bookmark.at(log.identity(), 10));
    assertThat(seen.bookmark()).isEqualTo(Bookmark.at(log.identity(), 10));
  }

  private void put(RecordingProjection part, int position) {
    if (position >= 0) {
      part.put(Bookmark.at(log.identity(), position));
    }
  }

  @Test
  void crashBetweenTwoParts_countsNothingTwice() {
    append(10);
    FollowerMachine machine = begun();
    seen.failBefore(1);
    assertThatThrownBy(machine::advance).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(usage.taken()).as("without a transaction it is ahead now").isEqualTo(names(0, 3));
    machine.begin();
    run(machine);
    assertThat(usage.taken()).isEqualTo(names(0, 10));
    assertThat(seen.taken()).isEqualTo(names(0, 10));
  }

  @Test
  void bookmarkOfAnotherLog_isRefused_whicheverPartHasIt() {
    append(3);
    put(usage, 1);
    seen.put(Bookmark.at(new LogIdentity(new UUID(7, 7)), 1));
    assertThatThrownBy(this::begun).hasMessageContaining("belongs to the log");
  }

  @Test
  void releasedBookmarks_followTheLogThatIsThere() {
    append(6);
    usage.put(new Bookmark(new LogIdentity(new UUID(7, 7)), 4, true));
    seen.put(new Bookmark(log.identity(), 4, true));
    run(begun());
    assertThat(usage.taken()).isEqualTo(names(0, 6));
    assertThat(seen.taken()).isEqualTo(names(4, 6));
    assertThat(seen.bookmark()).isEqualTo(Bookmark.at(log.identity(), 6));
  }
}
