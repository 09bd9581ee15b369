package io.postrider.server.delivery.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LiveReaderTest {

  /** Accepts a limited number of blocks. */
  private static final class RecordingOutlet implements LiveReader.BlockSink {
    final List<Block> blocks = new CopyOnWriteArrayList<>();
    final Semaphore room;

    RecordingOutlet(int room) {
      this.room = new Semaphore(room);
    }

    @Override
    public void put(Block block) throws InterruptedException {
      room.acquire();
      blocks.add(block);
    }

    long position() {
      return blocks.isEmpty() ? -1 : blocks.getLast().to();
    }
  }

  private final MemoryLog log = new MemoryLog();
  private final TestRecords records = new TestRecords();

  @Test
  void blocks_goToAllLoopsWithoutGaps() {
    for (int i = 0; i < 10; i++) {
      records.append(log, i);
    }
    RecordingOutlet one = new RecordingOutlet(1000);
    RecordingOutlet other = new RecordingOutlet(1000);
    try (LiveReader reader = LiveReader.start(log, 0, 3, records -> {}, List.of(one, other))) {
      await().until(() -> one.position() == 10 && other.position() == 10);
      for (int i = 0; i < 5; i++) {
        records.append(log, i);
      }
      await().until(() -> one.position() == 15 && other.position() == 15);
      assertThat(reader).isNotNull();
    }
    long next = 3;
    for (Block block : one.blocks) {
      assertThat(block.from()).isEqualTo(next);
      next = block.to();
    }
    assertThat(other.blocks).isEqualTo(one.blocks);
  }

  @Test
  void close_leavesAllLoopsAtOnePosition() {
    RecordingOutlet one = new RecordingOutlet(1000);
    RecordingOutlet other = new RecordingOutlet(0);
    LiveReader reader = LiveReader.start(log, 0, 0, records -> {}, List.of(one, other));
    records.append(log, 1);
    await().until(() -> one.position() == 1);
    Thread closing = Thread.startVirtualThread(reader::close);
    other.room.release();
    await().until(() -> !closing.isAlive());
    assertThat(other.position()).isEqualTo(1);
    records.append(log, 1);
    assertThat(one.position()).isEqualTo(1);
  }

  @Test
  void error_doesNotEndTheReader() {
    records.append(log, 1);
    AtomicInteger observed = new AtomicInteger();
    RecordingOutlet one = new RecordingOutlet(1000);
    Consumer<List<LogRecord>> broken =
        records -> {
          if (observed.getAndIncrement() == 0) {
            throw new StackOverflowError("too deep");
          }
        };
    try (LiveReader reader = LiveReader.start(log, 0, 0, broken, List.of(one))) {
      await().until(() -> one.position() == 1);
      assertThat(reader).isNotNull();
    }
    assertThat(observed).hasValue(2);
    assertThat(one.blocks).hasSize(1);
  }

  @Test
  void reader_continuesAfterExpiredRecords() {
    for (int i = 0; i < 10; i++) {
      records.append(log, i);
    }
    log.expireBefore(6);
    RecordingOutlet one = new RecordingOutlet(1000);
    try (LiveReader reader = LiveReader.start(log, 0, 2, records -> {}, List.of(one))) {
      await().until(() -> one.position() == 10);
      assertThat(reader).isNotNull();
    }
    assertThat(one.blocks.getFirst().from()).isEqualTo(6);
  }
}
