package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogCorruptException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What opening says about lost files. {@link FaultTest} shows that no crash looks like a loss. */
final class LogManifestTest {

  private final LogScenario scenario = new LogScenario();
  private SimulatedDisk base = new SimulatedDisk();

  @BeforeEach
  void run() {
    scenario.run(base);
    base = base.loseAll();
  }

  private static List<String> segments(SimulatedDisk disk) {
    return disk.list().stream().filter(name -> name.endsWith(".segment")).sorted().toList();
  }

  private static void put(SimulatedDisk disk, String name, byte[] content) throws IOException {
    try (DiskFile file = disk.create(name)) {
      file.write(ByteBuffer.wrap(content), 0);
      file.sync();
    }
    disk.syncDirectory();
  }

  private void refuses(SimulatedDisk disk, String words) {
    assertThatThrownBy(() -> EmbeddedLog.openWithoutThreads(disk, scenario.options()))
        .isInstanceOf(LogCorruptException.class)
        .hasMessageContaining(words);
  }

  @Test
  void wholeLog_opensAgainAndAgain() {
    for (int i = 0; i < 3; i++) {
      EmbeddedLog log = scenario.open(base);
      scenario.verify(log);
      scenario.maintain(log, 0);
      base = base.loseAll();
    }
  }

  @Test
  void oldestSegments_lost_areNoRetention() {
    List<String> names = segments(base);
    assertThat(names).hasSizeGreaterThan(3);
    base.forget(names.getFirst());
    refuses(base.survivor(), names.getFirst() + " is missing");
    base.forget(names.get(1));
    refuses(base, names.get(1) + " is missing");
  }

  @Test
  void newestSegment_lost_isNoEarlierEnd() {
    String newest = segments(base).getLast();
    base.forget(newest);
    refuses(base, newest + " is missing");
  }

  @Test
  void allSegments_lost_areNoNewLog() {
    String newest = segments(base).getLast();
    segments(base).forEach(base::forget);
    refuses(base, newest + " is missing");
  }

  @Test
  void newestSegment_withoutItsEnd_isReported() throws IOException {
    String newest = segments(base).getLast();
    int length = base.content(newest).length;
    for (int left : new int[] {SegmentHeader.BYTES, length / 2, length - 1}) {
      SimulatedDisk copy = base.survivor();
      try (DiskFile file = copy.open(newest)) {
        file.truncate(left);
        file.sync();
      }
      refuses(copy, newest + " has " + left + " bytes, but was created with " + length);
    }
    put(base, newest, new byte[0]);
    refuses(base, newest + " has a corrupt header");
  }

  @Test
  void corruptManifest_isReported() throws IOException {
    byte[] whole = base.content(LogManifest.NAME);
    assertThat(whole).hasSize(LogManifest.BYTES);
    for (int place = 0; place < whole.length; place++) {
      SimulatedDisk copy = base.survivor();
      copy.flip(LogManifest.NAME, place, 7 - place % 8);
      assertThatThrownBy(() -> EmbeddedLog.openWithoutThreads(copy, scenario.options()))
          .isInstanceOf(LogCorruptException.class)
          .hasMessageContaining("disk/" + LogManifest.NAME);
    }
    for (int length : new int[] {0, 1, LogManifest.BYTES - 1, LogManifest.BYTES + 1}) {
      SimulatedDisk copy = base.survivor();
      put(copy, LogManifest.NAME, Arrays.copyOf(whole, length));
      refuses(copy, "manifest is corrupt");
    }
  }

  @Test
  void manifestOfALaterRelease_isRefused() throws IOException {
    byte[] later = base.content(LogManifest.NAME).clone();
    later[11]++;
    put(base, LogManifest.NAME, later);
    refuses(base, "was written by a later release");
  }

  @Test
  void logOfAnEarlierVersion_opensAndGetsAManifest() {
    base.forget(LogManifest.NAME);
    EmbeddedLog log = scenario.open(base);
    scenario.verify(log);
    SimulatedDisk disk = base.loseAll();
    assertThat(disk.list()).contains(LogManifest.NAME);
    String oldest = segments(disk).getFirst();
    disk.forget(oldest);
    refuses(disk, oldest + " is missing");
  }

  @Test
  void manifestOfAnotherLog_isReported() throws IOException {
    SimulatedDisk other = new SimulatedDisk();
    new LogScenario().open(other);
    put(base, LogManifest.NAME, other.loseAll().content(LogManifest.NAME));
    refuses(base, "does not belong to this log");
  }
}
