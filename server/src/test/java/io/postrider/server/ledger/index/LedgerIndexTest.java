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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index after restarts, damage, crashes and retention answers as the ledger itself would. */
class LedgerIndexTest {

  @TempDir Path folder;

  private Path runs;
  private RefusingDisk disk;
  private long now = IndexedLedger.START.toEpochMilli();

  @BeforeEach
  void openDisk() throws IOException {
    runs = folder.resolve("ledger-index");
    disk = new RefusingDisk(FolderDisk.open(runs));
  }

  private MemoryLog memoryLog() {
    return new MemoryLog(1 << 20, 1 << 20, () -> java.time.Instant.ofEpochMilli(now += 500));
  }

  private IndexedLedger ledger(long seed, MemoryLog log) {
    return new IndexedLedger(seed, log, disk, IndexedLedger.SMALL);
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(runs)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  @Test
  void randomHistory_answersAsTheLedger() throws IOException {
    long seed = Long.getLong("seed", new Random().nextLong());
    System.out.println("seed " + seed);
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(seed, log);
    Random random = ledger.random();
    for (int round = 0; round < 60; round++) {
      ledger.append(random.nextInt(12));
      switch (random.nextInt(8)) {
        case 0 -> ledger.reopen();
        case 1 -> log.expireBefore(log.firstOffset(0) + random.nextInt(10));
        case 2 -> damageOne(random);
        case 3 -> {
          ledger.reopen();
          damageOne(random);
        }
        case 4 -> deleteOne(random);
        default -> ledger.index.step();
      }
      if (random.nextBoolean()) {
        ledger.reopen();
      }
      ledger.indexAll();
      repairByAsking(ledger);
      ledger.compare(6);
    }
  }

  /** A damage is found when it is read; the answer to the question after its repair counts. */
  private static void repairByAsking(IndexedLedger ledger) {
    boolean damaged = true;
    while (damaged) {
      for (int offset = 0; offset < 200; offset++) {
        var _ = ledger.search().story(0, offset);
      }
      for (int user = 0; user < 31; user++) {
        var _ =
            ledger.pages(
                AttemptQuery.ALL.ofUser(IndexedLedger.userHash(user)), PageDirection.NEWER, 1000);
      }
      var _ = ledger.pages(AttemptQuery.ALL.with(Dimension.TYPE, "2"), PageDirection.NEWER, 1000);
      damaged = !ledger.index.coverage().isComplete();
      ledger.indexAll();
    }
  }

  private void damageOne(Random random) throws IOException {
    List<Path> files = files(".run");
    if (!files.isEmpty()) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] bytes = Files.readAllBytes(file);
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, bytes);
    }
  }

  private void deleteOne(Random random) throws IOException {
    List<Path> files = files(".run");
    if (!files.isEmpty()) {
      Files.delete(files.get(random.nextInt(files.size())));
    }
  }

  @Test
  void eachFlippedByte_isFoundAndRepaired() throws IOException {
    MemoryLog log = memoryLog();
    IndexedLedger ledger = ledger(1, log);
    ledger.append(5);
    ledger.indexAll();
    Path file = files(".run").getFirst();
    byte[] intact = Files.readAllBytes(file);
    for (int at = 0; at < intact.length; at++) {
      byte[] damaged = intact.clone();
      damaged[at] ^= 0x40;
      Files.write(file, damaged);
      ledger.reopen();
      ledger.indexAll();
      repairByAsking(ledger);
      assertThat(Files.readAllBytes(file)).as("byte %d", at).isEqualTo(intact);
    }
  }

  @Test
  void eachTruncation_isFoundWhenOpened() throws IOException {
    IndexedLedger ledger = ledger(2, memoryLog());
    ledger.append(5);
    ledger.indexAll();
    Path file = files(".run").getFirst();
    byte[] intact = Files.readAllBytes(file);
    for (int length = 0; length < intact.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(intact, length));
      ledger.reopen();
      assertThat(ledger.index.coverage().indexedBlocks()).as("length %d", length).isZero();
      ledger.indexAll();
      assertThat(Files.readAllBytes(file)).isEqualTo(intact);
    }
  }

  @Test
  void unknownVersion_isRebuilt() throws IOException {
    IndexedLedger ledger = ledger(3, memoryLog());
    ledger.append(5);
    ledger.indexAll();
    Path file = files(".run").getFirst();
    byte[] bytes = Files.readAllBytes(file);
    bytes[RunFile.HEADER_BYTES - 1]++;
    Files.write(file, bytes);
    ledger.reopen();
    assertThat(ledger.index.coverage().indexedBlocks()).isZero();
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
  void rebuilding_answersWhatIsIndexedAndSaysHowMuch() throws IOException {
    IndexedLedger ledger = ledger(5, memoryLog());
    ledger.append(40);
    ledger.indexAll();
    for (Path file : files(".run")) {
      Files.delete(file);
    }
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
    assertThat(before).isEqualTo(40);
    ledger.compare(20);
  }

  @Test
  void hole_isFilledWhileTheEndIsFollowed() throws IOException {
    IndexedLedger ledger = ledger(6, memoryLog());
    ledger.append(14);
    ledger.indexAll();
    Files.delete(files(".run").getFirst());
    ledger.reopen();
    assertThat(ledger.index.coverage().isComplete()).isFalse();
    ledger.append(2);
    var _ = ledger.index.step();
    ledger.compareIndexed();
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void crashBeforeTheRename_leavesATemporaryFileThatIsDeleted() throws IOException {
    IndexedLedger ledger = ledger(7, memoryLog());
    ledger.append(5);
    disk.refuseRenames(true);
    assertThatThrownBy(ledger::indexAll).isInstanceOf(LogUnavailableException.class);
    assertThat(files(".tmp")).hasSize(1);
    disk.refuseRenames(false);
    ledger.reopen();
    assertThat(files(".tmp")).isEmpty();
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void fullDisk_stopsTheIndexWithoutMoreMemory() throws IOException {
    IndexedLedger ledger = ledger(8, memoryLog());
    ledger.append(50);
    disk.refuseWrites(true);
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
    disk.refuseWrites(false);
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void crashAfterAMerge_leavesPartsThatAreDeleted() throws IOException {
    IndexedLedger ledger = ledger(9, memoryLog());
    List<Path> saved = new ArrayList<>();
    ledger.append(60);
    boolean more = true;
    while (more) {
      for (Path file : files(".run")) {
        Path copy = folder.resolve(file.getFileName());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        saved.add(copy);
      }
      more = ledger.index.step();
    }
    List<Path> merged = files(".run");
    for (Path copy : saved) {
      Files.copy(copy, runs.resolve(copy.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(files(".run")).hasSizeGreaterThan(merged.size());
    ledger.reopen();
    assertThat(files(".run")).isEqualTo(merged);
    ledger.indexAll();
    ledger.compare(20);
  }

  @Test
  void retention_dropsRunsAndHidesTheRestOfAPartlyDeletedOne() throws IOException {
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
    assertThat(files(".run")).isEmpty();
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
    EmbeddedLogOptions options = EmbeddedLogOptions.DEFAULT;
    try (EmbeddedLog embedded = EmbeddedLog.open(FolderDisk.open(log), options)) {
      IndexedLedger ledger = new IndexedLedger(15, embedded, disk, IndexedLedger.SMALL);
      ledger.append(30);
      Path segment;
      try (Stream<Path> files = Files.list(log)) {
        segment =
            files.max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length())).orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(segment);
      bytes[3000] ^= 1;
      Files.write(segment, bytes);
      ledger.indexAll();
      LedgerCoverage coverage = ledger.index.coverage();
      assertThat(coverage.unreadableBlocks()).isBetween(1L, 30L);
      assertThat(coverage.indexedEntries()).isPositive();
      ledger.index.close();
    }
  }

  @Test
  void embeddedLog_isFollowedInTheBackground() throws Exception {
    try (EmbeddedLog embedded =
        EmbeddedLog.open(FolderDisk.open(folder.resolve("ledger")), EmbeddedLogOptions.DEFAULT)) {
      IndexedLedger ledger = new IndexedLedger(16, embedded, disk, IndexedLedger.SMALL);
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
