package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The content of a simulated file: the visible bytes, the durable bytes, and the unsynced changes,
 * which a crash keeps or loses sector by sector.
 */
final class SimulatedFile {

  static final int SECTOR_BYTES = 512;

  /** A write, or a truncation to a position if there are no bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Change(int position, byte[] bytes) {}

  private byte[] seen = new byte[0];
  private byte[] durable = new byte[0];
  private final List<Change> changes = new ArrayList<>();

  /** A file with durable content. */
  static SimulatedFile of(byte[] content) {
    SimulatedFile file = new SimulatedFile();
    file.seen = content.clone();
    file.durable = content.clone();
    return file;
  }

  byte[] seen() {
    return seen;
  }

  byte[] durable() {
    return durable;
  }

  void write(int position, byte[] bytes) {
    if (bytes.length > 0) {
      seen = written(seen, position, bytes, 0, bytes.length);
      changes.add(new Change(position, bytes));
    }
  }

  void truncate(int size) {
    if (size < seen.length) {
      seen = Arrays.copyOf(seen, size);
      changes.add(new Change(size, new byte[0]));
    }
  }

  void sync() {
    changes.forEach(change -> durable = applied(durable, change));
    changes.clear();
  }

  /** Some changes become durable; the others never do, even if a later sync succeeds. */
  void failSync(Random random, boolean readersSeeTheLoss) {
    keepSome(random);
    if (readersSeeTheLoss) {
      seen = durable.clone();
    }
  }

  /** Some sectors of some changes become durable; the rest is lost. */
  void keepSome(Random random) {
    for (Change change : changes) {
      if (change.bytes.length == 0) {
        durable = random.nextBoolean() ? applied(durable, change) : durable;
        continue;
      }
      int from = 0;
      while (from < change.bytes.length) {
        int sectorEnd = (change.position + from) / SECTOR_BYTES * SECTOR_BYTES + SECTOR_BYTES;
        int to = Math.min(change.bytes.length, sectorEnd - change.position);
        if (random.nextBoolean()) {
          durable = written(durable, change.position + from, change.bytes, from, to);
        }
        from = to;
      }
    }
    changes.clear();
  }

  /** A prefix of the last write becomes durable; all other changes are lost. */
  void tear(Random random) {
    if (!changes.isEmpty()) {
      Change last = changes.getLast();
      int kept = last.bytes.length == 0 ? 0 : random.nextInt(last.bytes.length);
      durable = written(durable, last.position, last.bytes, 0, kept);
    }
    changes.clear();
  }

  void loseAll() {
    changes.clear();
  }

  private static byte[] applied(byte[] content, Change change) {
    return change.bytes.length == 0
        ? Arrays.copyOf(content, Math.min(content.length, change.position))
        : written(content, change.position, change.bytes, 0, change.bytes.length);
  }

  private static byte[] written(byte[] content, int position, byte[] bytes, int from, int to) {
    if (to == from) {
      return content;
    }
    byte[] result =
        position + to - from > content.length
            ? Arrays.copyOf(content, position + to - from)
            : content;
    System.arraycopy(bytes, from, result, position, to - from);
    return result;
  }
}
