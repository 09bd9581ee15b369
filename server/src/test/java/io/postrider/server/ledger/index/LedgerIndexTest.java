package io.postrider.server.ledger.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index after restarts, damage, crashes and retention answers as the ledger itself would. */
@Tag("slow")
class LedgerIndexTest {

  @TempDir Path folder;

  private final MemoryDisk disk = new MemoryDisk();
  private long now = IndexedLedger.START.toEpochMilli();

  private MemoryLog memoryLog() {
    return new MemoryLog(1 << 20, 1 << 20, () -> Instant.ofEpochMilli(now += 500));
  }

  private IndexedLedger ledger(long seed, MemoryLog log) {
    return new IndexedLedger(seed, log, disk, IndexedLedger.SMALL);
  }

  @Test
  void randomHistory_answersAsTheLedger() {
    long seed = Long.getLong("seed", new Random().nextLong());
    System.out.println("seed " + seed);
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(seed, log);
    Random random = ledger.random();
    for (int round = 0; round < 30; round++) {
      ledger.append(random.nextInt(12));
      switch (random.nextInt(8)) {
        case 0 -> ledger.reopen();
        case 1 -> log.expireBefore(log.firstOffset(0) + random.nextInt(10));
        case 2 -> damageOne(random);
        case 3 -> {
          ledger.reopen();
          damageOne(random);
        }
        case 4 -> deleteOne(ledger);
        default -> ledger.index.step();
      }
      if (random.nextBoolean()) {
        ledger.reopen();
      }
      ledger.indexAll();
      findAndRepair(ledger);
      ledger.compare(4);
    }
  }

  /** Reads all of every run, as queries do in time, and lets the index repair what is damaged. */
  private static void findAndRepair(IndexedLedger ledger) {
    PartitionIndex runs = ledger.index.partitions().getFirst().index();
    for (SealedRun run : runs.sealed()) {
      try {
        run.messagePairs().forEachRemaining((long _) -> {});
        run.userPairs().forEachRemaining((long _) -> {});
        run.counts(new KindFilter(Map.of()), (_, _, _, _) -> {});
      } catch (DamagedRunException damage) {
        runs.reportDamage(damage);
        assertThat(ledger.index.coverage().isComplete()).isFalse();
      }
    }
    ledger.indexAll();
  }

  private void damageOne(Random random) {
    List<String> names = disk.names(".run");
    if (!names.isEmpty()) {
      String name = names.get(random.nextInt(names.size()));
      byte[] bytes = disk.bytes(name).clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      disk.files.put(name, bytes);
    }
  }

  private void deleteOne(IndexedLedger ledger) {
    ledger.index.close();
    List<String> names = disk.names(".run");
    if (!names.isEmpty()) {
      disk.files.remove(names.get(ledger.random().nextInt(names.size())));
    }
    ledger.reopen();
  }

  @Test
  void eachFlippedByte_isFoundAndRepaired() {
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(1, log);
    ledger.append(5);
    ledger.indexAll();
    String file = disk.names(".run").getFirst();
    byte[] intact = disk.bytes(file);
    for (int at = 0; at < intact.length; at++) {
      byte[] damaged = intact.clone();
      damaged[at] ^= 0x40;
      disk.files.put(file, damaged);
      ledger.reopen();
      ledger.indexAll();
      findAndRepair(ledger);
      assertThat(disk.files.get(file)).as("byte %d", at).isEqualTo(intact);
    }
  }

  @Test
  void eachTruncation_isFoundWhenOpened() {
    IndexedLedger ledger = ledger(2, memoryLog());
    ledger.append(5);
    ledger.indexAll();
    String file = disk.names(".run").getFirst();
    byte[] intact = disk.bytes(file);
    for (int length = 0; length < intact.length; length++) {
      disk.files.put(file, Arrays.copyOf(intact, length));
      ledger.reopen();
      assertThat(ledger.index.coverage().isComplete()).as("length %d", length).isFalse();
      assertThat(disk.names(".run")).doesNotContain(file);
      ledger.indexAll();
      assertThat(disk.files.get(file)).isEqualTo(intact);
    }
  }

  @Test
  void unknownVersion_isRebuilt() {
    IndexedLedger ledger = ledger(3, memoryLog());
    ledger.append(5);
    ledger.indexAll();
    String file = disk.names(".run").getFirst();
    byte[] bytes = disk.bytes(file);
    bytes[RunFile.HEADER_BYTES - 1]++;
    ledger.reopen();
    assertThat(ledger.index.coverage().isComplete()).isFalse();
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void restart_readsOnlyBlocksBehindTheLastRun() {
    IndexedLedger ledger = ledger(4, memoryLog());
    ledger.append(23);
    ledger.indexAll();
    ledger.reopen();
    LedgerCoverage coverage = ledger.index.coverage();
    assertThat(coverage.blocks()).isEqualTo(23);
    assertThat(coverage.indexedBlocks()).isGreaterThan(17);
    assertThat(coverage.lagBlocks()).isEqualTo(23 - coverage.indexedBlocks());
    ledger.compareIndexed();
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void rebuilding_answersWhatIsIndexedAndSaysHowMuch() {
    IndexedLedger ledger = ledger(5, memoryLog());
    ledger.append(40);
    ledger.indexAll();
    disk.files.clear();
    ledger.reopen();
    long before = -1;
    boolean more = true;
    while (more) {
      LedgerCoverage coverage = ledger.index.coverage();
      assertThat(coverage.blocks()).isEqualTo(40);
      assertThat(coverage.indexedBlocks()).isGreaterThanOrEqualTo(before);
      before = coverage.indexedBlocks();
      ledger.compareIndexed();
      more = ledger.index.step();
    }
    assertThat(ledger.index.coverage().isComplete()).isTrue();
    ledger.compare(20);
  }

  @Test
  void hole_isFilledWhileTheEndIsFollowed() {
    IndexedLedger ledger = ledger(6, memoryLog());
    ledger.append(14);
    ledger.indexAll();
    disk.files.remove(disk.names(".run").getFirst());
    ledger.reopen();
    assertThat(ledger.index.coverage().isComplete()).isFalse();
    ledger.append(2);
    var _ = ledger.index.step();
    ledger.compareIndexed();
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void crashBeforeTheRename_leavesATemporaryFileThatIsDeleted() {
    IndexedLedger ledger = ledger(7, memoryLog());
    ledger.append(5);
    disk.refuseRenames = true;
    assertThatThrownBy(ledger::indexAll).isInstanceOf(LogUnavailableException.class);
    assertThat(disk.names(".tmp")).hasSize(1);
    disk.refuseRenames = false;
    ledger.reopen();
    assertThat(disk.names(".tmp")).isEmpty();
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void fullDisk_stopsTheIndexWithoutMoreMemory() {
    IndexedLedger ledger = ledger(8, memoryLog());
    ledger.append(50);
    disk.refuseWrites = true;
    for (int i = 0; i < 20; i++) {
      try {
        var _ = ledger.index.step();
      } catch (LogUnavailableException refused) {
        assertThat(refused).hasMessageContaining("cannot write the ledger's index");
      }
    }
    assertThat(ledger.index.coverage().indexedBlocks())
        .isLessThanOrEqualTo(IndexedLedger.SMALL.runBlocks());
    ledger.compareIndexed();
    disk.refuseWrites = false;
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void crashAfterAMerge_leavesPartsThatAreDeleted() {
    IndexedLedger ledger = ledger(9, memoryLog());
    ledger.append(60);
    Map<String, byte[]> seen = new TreeMap<>();
    boolean more = true;
    while (more) {
      more = ledger.index.step();
      seen.putAll(disk.files);
    }
    List<String> merged = disk.names(".run");
    assertThat(seen).hasSizeGreaterThan(merged.size());
    disk.files.putAll(seen);
    ledger.reopen();
    assertThat(disk.names(".run")).isEqualTo(merged);
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void retention_dropsRunsAndHidesTheRestOfAPartlyDeletedOne() {
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(10, log);
    ledger.append(30);
    ledger.indexAll();
    for (int first = 1; first <= 30; first++) {
      log.expireBefore(first);
      ledger.compare(3);
      ledger.indexAll();
      ledger.compare(3);
      assertThat(ledger.index.coverage().blocks()).isEqualTo(30 - first);
    }
    assertThat(disk.names(".run")).isEmpty();
    assertThat(ledger.index.coverage().since()).isNull();
  }

  @Test
  void retentionAheadOfTheIndex_isSkipped() {
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(11, log);
    ledger.append(4);
    var _ = ledger.index.step();
    ledger.append(20);
    log.expireBefore(15);
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void runsOfAnotherLedger_areNotUsed() {
    IndexedLedger first = ledger(12, memoryLog());
    first.append(20);
    first.indexAll();
    first.index.close();
    IndexedLedger second = ledger(13, memoryLog());
    assertThat(second.index.coverage().indexedBlocks()).isZero();
    second.append(25);
    second.indexAll();
    second.compare(20);
  }

  @Test
  void blockThatCannotBeDecoded_isCountedAndSkipped() {
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(14, log);
    ledger.append(3);
    var _ = log.append(0, RecordBatch.of(new byte[] {1, 2, 3})).join();
    var _ = log.append(0, RecordBatch.of(new byte[] {99})).join();
    ledger.append(12);
    ledger.indexAll();
    assertThat(ledger.index.coverage().unreadableBlocks()).isEqualTo(2);
    ledger.compare(20);
    ledger.reopen();
    ledger.indexAll();
    assertThat(ledger.index.coverage().unreadableBlocks()).isEqualTo(2);
    ledger.compare(20);
  }

  @Test
  void corruptSegment_isSkippedBlockByBlock() throws IOException {
    Path log = folder.resolve("ledger");
    try (EmbeddedLog embedded =
        EmbeddedLog.open(FolderDisk.open(log), EmbeddedLogOptions.DEFAULT)) {
      IndexedLedger ledger = new IndexedLedger(15, embedded, disk, IndexedLedger.SMALL);
      ledger.append(30);
      corrupt(log, "https://r1.example");
      ledger.indexAll();
      LedgerCoverage coverage = ledger.index.coverage();
      assertThat(coverage.unreadableBlocks()).isBetween(1L, 29L);
      assertThat(coverage.indexedEntries()).isPositive();
      ledger.index.close();
    }
  }

  /** Changes a text in the middle of the file that has it. */
  private static void corrupt(Path folder, String text) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      int last = bytes.lastIndexOf(text);
      int middle = bytes.lastIndexOf(text, last / 2);
      if (middle > 0) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          var _ = channel.write(ByteBuffer.wrap(new byte[] {'?'}), middle);
        }
        return;
      }
    }
    throw new AssertionError("no file has " + text);
  }

  @Test
  void embeddedLog_isFollowedInTheBackground() throws Exception {
    try (EmbeddedLog embedded =
        EmbeddedLog.open(FolderDisk.open(folder.resolve("ledger")), EmbeddedLogOptions.DEFAULT)) {
      FolderDisk runs = FolderDisk.open(folder.resolve("ledger-index"));
      IndexedLedger ledger = new IndexedLedger(16, embedded, runs, IndexedLedger.SMALL);
      ledger.index.start();
      ledger.append(30);
      while (!ledger.index.coverage().isComplete()) {
        Thread.onSpinWait();
      }
      ledger.compare(20);
      ledger.index.close();
    }
  }
}
