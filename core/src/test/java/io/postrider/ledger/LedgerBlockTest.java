package io.postrider.ledger;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LedgerBlockTest {

  private static final long SEED = 20_261_116L;

  private final BlockWriter writer = new BlockWriter();

  @Test
  void entries_areReadAsWritten() {
    Random random = new Random(SEED);
    List<LedgerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      entries.add(entry(random, i));
    }

    entries.forEach(writer::add);

    assertThat(writer.count()).isEqualTo(5_000);
    List<LedgerEntry> read = read(writer.take());
    assertThat(read).hasSize(5_000);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i)).usingRecursiveComparison().isEqualTo(entries.get(i));
    }
  }

  @Test
  void nextBlock_dependsOnNothingBefore() {
    LedgerEntry first = entry(new Random(SEED), 1);
    writer.add(first);
    byte[] one = writer.take();
    writer.add(first);

    assertThat(writer.count()).isEqualTo(1);
    assertThat(writer.take()).isEqualTo(one);
  }

  @Test
  void usualEntry_takesTwentyTwoBytesAtMost() {
    LedgerTarget target = new LedgerTarget(42, "https://example.com/hook");
    LedgerSubject subject = new LedgerSubject(7, 2, "Order Completed");
    long millis = 1_794_000_000_000L;
    int entries = 2_000;
    for (int i = 0; i < entries; i++) {
      writer.add(
          new LedgerEntry(
              target,
              subject,
              1_000_000 + i,
              0x1234_5678_9abc_def0L * (i + 1),
              millis + i / 10,
              false,
              1,
              new LedgerEntry.SentAttempt(200, 1_500, 600, null),
              null,
              FinalStatus.DELIVERED,
              null));
    }

    assertThat(writer.take().length).isLessThan(22 * entries);
  }

  @Test
  void answer_isCutAtItsBound() {
    for (int length : new int[] {0, 1023, 1024, 1025}) {
      byte[] answer = new byte[length];
      Arrays.fill(answer, (byte) 'a');
      writer.add(failed(answer));

      LedgerEntry.SentAttempt attempt = requireNonNull(read(writer.take()).getFirst().attempt());

      assertThat(attempt.answer()).hasSize(Math.min(length, BlockWriter.MAX_ANSWER_BYTES));
    }
  }

  @Test
  void take_withoutEntries_fails() {
    assertThatThrownBy(writer::take).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void entry_withoutAttemptAndEnd_isRefused() {
    LedgerEntry whole = failed(new byte[0]);
    assertThatThrownBy(
            () ->
                new LedgerEntry(
                    whole.target(), whole.subject(), 1, 1, 1, false, 1, null, null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void cutBlock_isCorrupt() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20; i++) {
      writer.add(entry(random, i));
    }
    byte[] block = writer.take();
    for (int length = 0; length < block.length; length++) {
      byte[] cut = Arrays.copyOf(block, length);

      assertThatThrownBy(() -> read(cut)).isInstanceOf(LedgerCorruptException.class);
    }
    byte[] longer = Arrays.copyOf(block, block.length + 1);
    assertThatThrownBy(() -> read(longer)).isInstanceOf(LedgerCorruptException.class);
  }

  @Test
  void damagedBytes_areReadOrCorrupt() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20; i++) {
      writer.add(entry(random, i));
    }
    byte[] block = writer.take();
    for (int i = 0; i < 5_000; i++) {
      byte[] damaged = block.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      try {
        var _ = read(damaged);
      } catch (LedgerCorruptException corrupt) {
        assertThat(corrupt.getMessage()).startsWith("A ledger block");
      }
    }
  }

  @Test
  void newerVersion_isCorrupt() {
    writer.add(failed(new byte[0]));
    byte[] block = writer.take();
    block[0] = 2;

    assertThatThrownBy(() -> read(block)).hasMessage("A ledger block has version 2.");
  }

  private static LedgerEntry failed(byte[] answer) {
    return new LedgerEntry(
        new LedgerTarget(1, "http://a"),
        new LedgerSubject(2, 1, ""),
        9,
        3,
        4,
        false,
        1,
        new LedgerEntry.SentAttempt(500, 6, 7, answer),
        new Failure(FailureReason.HTTP_STATUS, 500, false, false),
        null,
        null);
  }

  private static LedgerEntry entry(Random random, int i) {
    boolean attempt = random.nextInt(4) != 0;
    boolean ends = !attempt || random.nextBoolean();
    byte[] answer = attempt && random.nextInt(5) == 0 ? new byte[random.nextInt(1_024)] : null;
    if (answer != null) {
      random.nextBytes(answer);
    }
    return new LedgerEntry(
        new LedgerTarget(random.nextLong(), "https://h/" + random.nextInt(5)),
        new LedgerSubject(
            random.nextInt(3), random.nextInt(8), "Event " + random.nextInt(10) + "é"),
        random.nextLong() >>> (1 + random.nextInt(60)),
        random.nextInt(10) == 0 ? 0 : random.nextLong(),
        1_700_000_000_000L + random.nextInt(),
        random.nextBoolean(),
        random.nextInt(300),
        attempt
            ? new LedgerEntry.SentAttempt(
                random.nextInt(1_000), random.nextInt(9_000_000), random.nextInt(70_000), answer)
            : null,
        failure(random),
        ends ? FinalStatus.ofCode(1 + random.nextInt(FinalStatus.values().length)) : null,
        i % 7 == 0 ? "detail " + random.nextInt(3) : null);
  }

  private static @Nullable Failure failure(Random random) {
    if (random.nextBoolean()) {
      return null;
    }
    FailureReason[] reasons = FailureReason.values();
    return new Failure(
        reasons[random.nextInt(reasons.length)],
        random.nextInt(1_000),
        random.nextBoolean(),
        random.nextBoolean());
  }

  private static List<LedgerEntry> read(byte[] bytes) {
    LedgerBlock block = LedgerBlock.of(ByteBuffer.wrap(bytes));
    List<LedgerEntry> entries = new ArrayList<>();
    while (block.next()) {
      entries.add(block.entry());
    }
    return entries;
  }
}
