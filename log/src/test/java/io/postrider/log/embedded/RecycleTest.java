package io.postrider.log.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments whose file was the file of an expired segment. */
final class RecycleTest {

  private static final Duration WITHIN = Duration.ofHours(12);
  private static final int SEGMENT_BYTES = 16_384;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private final AtomicLong neededFrom = new AtomicLong();

  private Path logFolder() {
    return folder.resolve("log");
  }

  private EmbeddedLogOptions options(long segmentBytes) {
    return EmbeddedLogOptions.DEFAULT
        .withSizes(new LogSizes(segmentBytes, 8_192, 3_000, 64_000, 4_096))
        .withRetention(
            new RetentionLimits(
                Duration.ofDays(7), Duration.ofDays(30), Duration.ZERO, 4 * SEGMENT_BYTES),
            neededFrom::get)
        .withRecycling(WITHIN)
        .withTime(clock, clock.steady());
  }

  private EmbeddedLog open() throws IOException {
    return EmbeddedLog.openWithoutThreads(FolderDisk.open(logFolder()), options(SEGMENT_BYTES));
  }

  private static String text(long number) {
    return "record %d of ".formatted(number) + "x".repeat(900);
  }

  private static void append(EmbeddedLog log) throws IOException {
    CompletableFuture<Long> appended =
        log.append(0, RecordBatch.of(text(log.endOffset(0)).getBytes(UTF_8)));
    log.core().writer().step();
    appended.join();
  }

  private static Segment active(EmbeddedLog log) {
    return log.core().view().segments().last();
  }

  /** Appends until the log has a new segment, with a preallocated file. */
  private static void roll(EmbeddedLog log) throws IOException {
    while (log.core().preallocator().step()) {
      // fills all
    }
    Segment old = active(log);
    while (active(log) == old) {
      append(log);
    }
  }

  /** A log that has rolled twice and has its maximum size. */
  private EmbeddedLog full() throws IOException {
    EmbeddedLog log = open();
    roll(log);
    log.core().maintenance().step();
    roll(log);
    log.core().maintenance().step();
    return log;
  }

  /** Expires the oldest segment by the size of the log. */
  private void expireOldest(EmbeddedLog log) throws IOException {
    neededFrom.set(Long.MAX_VALUE);
    long first = log.firstOffset(0);
    while (log.firstOffset(0) == first) {
      roll(log);
      log.core().maintenance().step();
    }
  }

  /** The files, by what the file system knows them by. */
  private Set<Object> inodes(String suffix) throws IOException {
    Set<Object> inodes = new TreeSet<>();
    try (Stream<Path> files = Files.list(logFolder())) {
      for (Path file : files.filter(each -> each.toString().endsWith(suffix)).toList()) {
        inodes.add(Files.getAttribute(file, "unix:ino"));
      }
    }
    return inodes;
  }

  private Object inode(Segment segment) throws IOException {
    return Files.getAttribute(logFolder().resolve(segment.name()), "unix:ino");
  }

  /** The names of the files that contain a record. */
  private List<String> filesWith(long record) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(logFolder())) {
      for (Path file : files.toList()) {
        if (Files.readString(file, ISO_8859_1).contains("record %d of".formatted(record))) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }

  private static void assertReadable(EmbeddedLog log) {
    long next = log.firstOffset(0);
    try (LogReader reader = log.reader(0, next)) {
      for (List<LogRecord> some = reader.read(5_000); !some.isEmpty(); some = reader.read(5_000)) {
        for (LogRecord record : some) {
          assertThat(UTF_8.decode(record.bytes().duplicate()).toString()).isEqualTo(text(next++));
        }
      }
    }
    assertThat(next).isEqualTo(log.endOffset(0));
  }

  /** A log whose preallocated file is that of an expired segment, which begins at an offset. */
  private record Recycled(EmbeddedLog log, long expired) {}

  private Recycled recycled() throws IOException {
    EmbeddedLog log = full();
    expireOldest(log); // the first segment, which is small
    long expired = log.firstOffset(0);
    Object inode = inode(log.core().view().segments().first());
    expireOldest(log);
    assertThat(inodes(".tmp")).containsExactly(inode);
    return new Recycled(log, expired);
  }

  @Test
  void expiredSegment_becomesTheNextOne() throws IOException {
    try (EmbeddedLog log = recycled().log()) {
      Object inode = inodes(".tmp").iterator().next();
      roll(log);
      assertThat(inode(active(log))).isEqualTo(inode);
      assertThat(active(log).fileBytes()).isEqualTo(SEGMENT_BYTES);
      assertReadable(log);
    }
  }

  @Test
  void batchesOfThePast_areNotRecovered() throws IOException {
    long end;
    try (EmbeddedLog log = recycled().log()) {
      roll(log);
      append(log);
      end = log.endOffset(0);
    }
    try (EmbeddedLog log = open()) {
      assertThat(log.endOffset(0)).isEqualTo(end);
      assertReadable(log);
    }
  }

  @Test
  void unusedFile_isDeletedInTime() throws IOException {
    Recycled recycled = recycled();
    try (EmbeddedLog log = recycled.log()) {
      clock.advance(WITHIN.minusMillis(1));
      log.core().maintenance().step();
      assertThat(filesWith(recycled.expired())).hasSize(1);
      clock.advance(Duration.ofMillis(1));
      log.core().maintenance().step();
      assertThat(filesWith(recycled.expired())).isEmpty();
      roll(log);
      assertReadable(log);
    }
  }

  @Test
  void restOfTheActiveSegment_isDeletedInTime() throws IOException {
    Recycled recycled = recycled();
    try (EmbeddedLog log = recycled.log()) {
      roll(log);
      long last = recycled.expired() + 5;
      assertThat(filesWith(last)).containsExactly(active(log).name());
      clock.advance(WITHIN);
      log.core().maintenance().step();
      log.core().writer().rollIfOld();
      log.core().maintenance().step();
      assertThat(filesWith(last)).isEmpty();
      Segment rolled = active(log);
      log.core().writer().rollIfOld();
      assertThat(active(log)).isSameAs(rolled);
      assertReadable(log);
    }
  }

  @Test
  void segmentWithAReader_isNotRecycled() throws IOException {
    try (EmbeddedLog log = full()) {
      expireOldest(log);
      Segment oldest = log.core().view().segments().first();
      DiskFile file = oldest.acquire();
      file.read(ByteBuffer.allocate(1), 0); // opens it
      expireOldest(log);
      assertThat(inodes(".tmp")).isEmpty();
      roll(log);
      ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
      file.read(page, 0);
      assertThat(SegmentHeader.decode(page.flip())).isEqualTo(oldest.header());
      oldest.release(file);
    }
  }

  @Test
  void hardLink_keepsItsContent() throws IOException {
    try (EmbeddedLog log = full()) {
      expireOldest(log);
      Segment oldest = log.core().view().segments().first();
      Path link = folder.resolve("link");
      Files.createLink(link, logFolder().resolve(oldest.name()));
      byte[] before = Files.readAllBytes(link);
      expireOldest(log);
      assertThat(inodes(".tmp")).isEmpty();
      roll(log);
      append(log);
      assertThat(Files.readAllBytes(link)).isEqualTo(before);
    }
  }

  @Test
  void segmentOfAnotherSize_isNotRecycled() throws IOException {
    try (EmbeddedLog log = full()) {
      expireOldest(log);
    }
    EmbeddedLogOptions smaller = options(SEGMENT_BYTES / 2);
    try (EmbeddedLog log = EmbeddedLog.openWithoutThreads(FolderDisk.open(logFolder()), smaller)) {
      log.core().maintenance().step();
      expireOldest(log);
      assertThat(inodes(".tmp")).isEmpty();
    }
  }

  @Test
  void newName_isDurableBeforeTheFileIsUsed() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = EmbeddedLog.openWithoutThreads(disk, options(SEGMENT_BYTES));
    roll(log);
    roll(log);
    Segment old = log.core().view().segments().segments().get(1);
    old.trim();
    old.retire();
    assertThat(log.core().preallocator().recycle(old, clock.instant())).isTrue();
    assertThat(disk.loseAll().list()).doesNotContain(old.name());
  }

  /** A copy of a running log has the records of one moment, whatever is recycled meanwhile. */
  @Test
  void backup_duringRecycling_hasNoNewerBytes() throws IOException {
    try (EmbeddedLog log = full()) {
      expireOldest(log);
      long oldestAgain = log.core().view().segments().segments().size() + 1L; // after all headers
      AtomicLong reads = new AtomicLong();
      Disk live =
          new ReadingDisk(
              FolderDisk.open(logFolder()),
              name -> {
                if (name.endsWith(".segment") && reads.incrementAndGet() == oldestAgain) {
                  expireOldest(log);
                  CompletableFuture<Void> rolled = log.core().writer().rollRequest().ask();
                  log.core().writer().step();
                  rolled.join();
                }
              });
      LogSnapshot.Copied copied = LogSnapshot.copy(live, FolderDisk.open(folder.resolve("copy")));
      assertThat(reads.get()).isGreaterThan(oldestAgain);
      try (EmbeddedLog copy =
          EmbeddedLog.openWithoutThreads(
              FolderDisk.open(folder.resolve("copy")), EmbeddedLogOptions.DEFAULT)) {
        assertThat(copy.endOffset(0)).isEqualTo(copied.endOffset());
        assertReadable(copy);
      }
    }
  }
}
