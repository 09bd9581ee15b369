package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Flips bits in every batch and every file: the corruption is reported or harmless. Only in the
 * very last batch it may look like a torn tail.
 */
final class BitFlipTest {

  /** The tested positions in a batch header: one or more per field. */
  private static final int[] HEADER_PLACES = {0, 4, 10, 16, 23, 27, 35, 40, 43, 44, 47, 49};

  private record Batch(int position, int bodyBytes) {}

  @Test
  void flippedBit_inAnyBatch_isReported() throws IOException {
    LogScenario scenario = new LogScenario();
    SimulatedDisk disk = new SimulatedDisk();
    scenario.run(disk);
    SimulatedDisk base = disk.loseAll();
    int tried = 0;
    List<String> names = segments(base);
    for (String name : names) {
      List<Batch> batches = batches(base, name);
      for (Batch batch : batches) {
        boolean veryLast = name.equals(names.getLast()) && batch.equals(batches.getLast());
        for (int place : places(batch)) {
          tried++;
          if (!isReported(base, name, place) && !veryLast) {
            fail("a flipped bit at %s of %s was not detected".formatted(place, name));
          }
        }
      }
    }
    System.out.println("flipped bits in batches: " + tried);
    assertThat(tried).isGreaterThan(300);
  }

  /**
   * A rewritten tail is synced before the segment gets its name, so it is proven from the start.
   */
  @Test
  void flippedBit_inARewrittenTail_isReported() throws IOException {
    LogScenario scenario = new LogScenario();
    SimulatedDisk disk = new SimulatedDisk();
    scenario.run(disk);
    SimulatedDisk reopened = disk.loseAll();
    assertThat(scenario.open(reopened).endOffset(0)).isPositive();
    SimulatedDisk base = reopened.loseAll();
    String newest = segments(base).getLast();
    assertThat(batches(base, newest)).hasSize(1);
    for (int place : places(batches(base, newest).getFirst())) {
      assertThat(isReported(base, newest, place)).as("at %s", place).isTrue();
    }
  }

  @Test
  void flippedBit_inAHeaderPage_isReported() {
    LogScenario scenario = new LogScenario();
    SimulatedDisk disk = new SimulatedDisk();
    scenario.run(disk);
    SimulatedDisk base = disk.loseAll();
    for (String name : segments(base)) {
      for (int place = 0; place < 80; place++) {
        assertThat(isReported(base, name, place)).as("%s at %s", name, place).isTrue();
      }
      assertThat(isReported(base, name, 2000)).as("unused part of %s", name).isFalse();
    }
  }

  @Test
  void flippedBit_inASidecarFile_isHarmless() {
    LogScenario scenario = new LogScenario();
    SimulatedDisk disk = new SimulatedDisk();
    scenario.run(disk);
    SimulatedDisk base = disk.loseAll();
    int tried = 0;
    for (String name : base.list()) {
      if (name.endsWith(".index") || name.endsWith(".digests")) {
        for (int place = 0; place < base.content(name).length; place += 7) {
          SimulatedDisk copy = base.survivor();
          copy.flip(name, place, place % 8);
          EmbeddedLog log = scenario.open(copy);
          scenario.verify(log);
          log.close();
          tried++;
        }
      }
    }
    assertThat(tried).isGreaterThan(100);
  }

  @Test
  void missingSegment_isReported() {
    LogScenario scenario = new LogScenario();
    SimulatedDisk disk = new SimulatedDisk();
    scenario.run(disk);
    SimulatedDisk base = disk.loseAll();
    for (String name : segments(base)) {
      SimulatedDisk copy = base.survivor();
      copy.forget(name);
      try {
        scenario.open(copy).close();
        fail("the missing file %s was not detected".formatted(name));
      } catch (LogCorruptException e) {
        assertThat(e).hasMessageContaining(name);
      }
    }
  }

  /** Whether opening the log or reading all of it reports the corruption. */
  private static boolean isReported(SimulatedDisk base, String name, int place) {
    LogScenario scenario = new LogScenario();
    SimulatedDisk copy = base.survivor();
    copy.flip(name, place, place % 8);
    try {
      EmbeddedLog log = scenario.open(copy);
      long first = log.firstOffset(0);
      long end = log.endOffset(0);
      try (LogReader reader = log.reader(0, first)) {
        while (reader.position() < end) {
          reader.read(500);
        }
      }
      return false;
    } catch (LogCorruptException e) {
      assertThat(e).hasMessageContaining("disk/");
      return true;
    }
  }

  private static Set<Integer> places(Batch batch) {
    Set<Integer> places = new TreeSet<>();
    for (int place : HEADER_PLACES) {
      places.add(batch.position + place);
    }
    int body = batch.position + BatchCodec.HEADER_BYTES;
    for (int part = 0; part <= 4; part++) {
      places.add(body + (int) ((batch.bodyBytes - 1L) * part / 4));
    }
    return places;
  }

  private static List<String> segments(SimulatedDisk disk) {
    return disk.list().stream().filter(name -> name.endsWith(".segment")).sorted().toList();
  }

  /** Every batch of a segment, up to the end that its successor states. */
  private static List<Batch> batches(SimulatedDisk disk, String name) throws IOException {
    SegmentHeader header = header(disk, name);
    long end = disk.content(name).length;
    for (String other : segments(disk)) {
      SegmentHeader successor = header(disk, other);
      end = successor.previousId() == header.id() ? successor.previousEnd() : end;
    }
    SegmentScan scan = new SegmentScan(header, disk.open(name), end);
    List<Batch> batches = new ArrayList<>();
    while (scan.advance()) {
      batches.add(new Batch((int) scan.position(), scan.header().bodyBytes()));
    }
    return batches;
  }

  private static SegmentHeader header(SimulatedDisk disk, String name) {
    SegmentHeader header = SegmentHeader.decode(ByteBuffer.wrap(disk.content(name)));
    if (header == null) {
      throw new AssertionError(name);
    }
    return header;
  }
}
