package io.postrider.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class BlockEraserTest {

  private static final long ADA = 0x4144_4121_4144_4121L;
  private static final long BOB = 0x424f_4221_424f_4221L;
  private static final String SECRET = "ada@example.com";

  private static LedgerEntry entry(int i, long user) {
    boolean fails = i % 3 == 0;
    String detail = user == ADA ? "about " + SECRET : "timeout " + i % 5;
    return new LedgerEntry(
        new LedgerTarget(i % 4, "https://h/" + i % 4),
        new LedgerSubject(7, 2, "Event " + i % 6),
        1_000 + i,
        user,
        1_700_000_000_000L + i,
        i % 2 == 0,
        i % 9,
        new LedgerEntry.SentAttempt(fails ? 500 : 200, i, 10 * i, (detail + i).getBytes(UTF_8)),
        fails ? new Failure(FailureReason.HTTP_STATUS, 500, false, false) : null,
        fails ? null : FinalStatus.DELIVERED,
        detail);
  }

  private static byte[] block(int entries) {
    BlockWriter writer = new BlockWriter();
    for (int i = 0; i < entries; i++) {
      writer.add(entry(i, i % 4 == 1 ? ADA : BOB));
    }
    return writer.take();
  }

  private static List<LedgerEntry> read(byte[] bytes) {
    List<LedgerEntry> entries = new ArrayList<>();
    LedgerBlock block = LedgerBlock.of(ByteBuffer.wrap(bytes));
    while (block.next()) {
      entries.add(block.entry());
    }
    return entries;
  }

  private static byte[] withoutAda(byte[] block) {
    return Objects.requireNonNull(
        BlockEraser.erase(ByteBuffer.wrap(block), entry -> entry.userHash() == ADA));
  }

  @Test
  void user_isGone_andEverythingElseStays() {
    byte[] block = block(400);
    byte[] erased = withoutAda(block);

    assertThat(erased.length).isLessThan(block.length);
    String text = new String(erased, UTF_8);
    assertThat(text).doesNotContain(SECRET).doesNotContain("ADA!").contains("BOB!");
    List<LedgerEntry> before = read(block);
    List<LedgerEntry> after = read(erased);
    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      LedgerEntry was = before.get(i);
      LedgerEntry is = after.get(i);
      if (was.userHash() == BOB) {
        assertThat(is).usingRecursiveComparison().isEqualTo(was);
        continue;
      }
      assertThat(is.userHash()).isZero();
      assertThat(is.detail()).isNull();
      assertThat(is.attempt())
          .isEqualTo(new LedgerEntry.SentAttempt(i % 3 == 0 ? 500 : 200, i, 10 * i, null));
      assertThat(is)
          .usingRecursiveComparison()
          .ignoringFields("userHash", "detail", "attempt")
          .isEqualTo(was);
    }
    assertThat(BlockEraser.erase(ByteBuffer.wrap(erased), e -> e.userHash() == ADA)).isNull();
  }

  @Test
  void blockWithoutTheUser_staysAsItIs() {
    assertThat(BlockEraser.erase(ByteBuffer.wrap(block(10)), entry -> false)).isNull();
  }

  @Test
  void oneEntry_neverGrows() {
    for (int i = 0; i < 50; i++) {
      BlockWriter writer = new BlockWriter();
      writer.add(entry(i, ADA));
      byte[] block = writer.take();
      assertThat(withoutAda(block).length).isLessThan(block.length);
    }
  }

  @Test
  void damagedBlock_isReported() {
    byte[] block = block(3);
    ByteBuffer cut = ByteBuffer.wrap(block, 0, block.length - 1);
    assertThatThrownBy(() -> BlockEraser.erase(cut, entry -> true))
        .isInstanceOf(LedgerCorruptException.class);
  }
}
