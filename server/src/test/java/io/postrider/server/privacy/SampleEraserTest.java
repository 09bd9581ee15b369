package io.postrider.server.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.FinalStatus;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.ledger.BlockWriter;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.log.embedded.RewritePace;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.UserHash;
import io.postrider.privacy.DeleteCounts;
import io.postrider.route.Catalog;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When samples are erased, of which users, and what a restart does. */
final class SampleEraserTest {

  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);
  private static final Instant MADE = DeletionWorld.NOON;

  @TempDir Path folder;
  private DeletionWorld world;
  private RecordingData data = new RecordingData();
  private SampleEraser eraser;
  private Duration timeout = Duration.ofSeconds(5);
  private boolean expired = true;
  private @Nullable Duration kept;

  /** Asks about entries instead of rewriting them. */
  private static final class RecordingData implements UserData {
    private int passes;
    private boolean gone = true;
    private boolean recorded = true;
    private Predicate<LedgerBlock> erased = entry -> false;

    @Override
    public void erase(Collection<String> userIds) {
      throw new AssertionError("not by this task");
    }

    @Override
    public void awaitRecorded() {
      if (!recorded) {
        throw new IllegalStateException("not now");
      }
    }

    @Override
    public boolean rewrite(Predicate<LedgerBlock> users, RewritePace pace) {
      passes++;
      erased = users;
      return gone && pace.proceed(100);
    }
  }

  @BeforeEach
  void open() {
    world = new DeletionWorld(folder);
    eraser = eraser();
  }

  @AfterEach
  void close() {
    world.close();
  }

  private SampleEraser eraser() {
    return new SampleEraser(
        world.samples(),
        new UserHashes(world.regulations, () -> Catalog.of(List.of(), List.of()), KEY),
        data,
        timeout,
        _ -> expired,
        kept,
        () -> world.now);
  }

  private void stepAt(Duration after) {
    world.now = MADE.plus(after);
    assertThat(eraser.step()).isFalse();
  }

  private @Nullable Instant erasedAt(RegulationId id) {
    return world.regulations.find(id).orElseThrow().samplesErasedAt();
  }

  private RegulationId ended(String user) {
    RegulationId id = world.order(List.of(user), DeletionWorld.WEB);
    assertThat(world.finish(id).status().isOver()).isTrue();
    return id;
  }

  private static LedgerEntry entry(SourceId source, String user, long offset, MessageType type) {
    return new LedgerEntry(
        new LedgerTarget(1, ""),
        new LedgerSubject(source.bits(), type.code(), ""),
        offset,
        new UserHash(KEY).inRecords(source, user),
        1,
        false,
        1,
        null,
        null,
        FinalStatus.DELIVERED,
        null);
  }

  private boolean erases(SourceId source, String user, long offset, MessageType type) {
    BlockWriter writer = new BlockWriter();
    writer.add(entry(source, user, offset, type));
    LedgerBlock block = LedgerBlock.of(ByteBuffer.wrap(writer.take()));
    assertThat(block.next()).isTrue();
    return data.erased.test(block);
  }

  @Test
  void samples_areErasedOnceInFlightAttemptsHaveEnded() {
    RegulationId id = ended("ada");
    stepAt(SampleEraser.SETTLE.minusSeconds(1));
    assertThat(data.passes).isZero();
    stepAt(SampleEraser.SETTLE.plusSeconds(10));
    assertThat(data.passes).isOne();
    assertThat(erasedAt(id)).isEqualTo(world.now);
    stepAt(Duration.ofHours(30));
    assertThat(data.passes).as("nothing is due").isOne();
  }

  @Test
  void passes_areAnHourApart_andOneServesAll() {
    RegulationId first = ended("ada");
    stepAt(SampleEraser.SETTLE.plusSeconds(10));
    RegulationId second = ended("bob");
    RegulationId third = ended("cyd");
    stepAt(SampleEraser.SETTLE.plusMinutes(59));
    assertThat(data.passes).isOne();
    stepAt(SampleEraser.SETTLE.plusMinutes(62));
    assertThat(data.passes).isEqualTo(2);
    assertThat(List.of(first, second, third)).allMatch(id -> erasedAt(id) != null);
  }

  @Test
  void entries_ofTheUserUpToTheErasure_areErased_andHiddenUntilThen() {
    world.finish(world.order(List.of("eve"), DeletionWorld.WEB));
    RegulationId id = ended("ada");
    long before =
        world.samples().due(10).stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .orElseThrow()
            .before()
            .at(0);
    assertThat(before).isPositive();
    stepAt(Duration.ZERO);
    LedgerEntry old = entry(DeletionWorld.WEB, "ada", before - 1, MessageType.TRACK);
    assertThat(eraser.hides(0, old)).isTrue();
    stepAt(SampleEraser.SETTLE.plusSeconds(10));
    assertThat(erases(DeletionWorld.WEB, "ada", before - 1, MessageType.TRACK)).isTrue();
    assertThat(erases(DeletionWorld.WEB, "ada", before, MessageType.TRACK)).isFalse();
    assertThat(erases(DeletionWorld.WEB, "ada", before + 9, MessageType.DELETE)).isTrue();
    assertThat(erases(SourceId.NONE, "ada", before - 1, MessageType.IDENTIFY)).isTrue();
    assertThat(erases(DeletionWorld.APP, "ada", before - 1, MessageType.TRACK)).isFalse();
    assertThat(erases(DeletionWorld.WEB, "bob", before - 1, MessageType.DELETE)).isFalse();
    stepAt(SampleEraser.SETTLE.plusSeconds(20));
    assertThat(eraser.hides(0, old)).as("its bytes are gone").isFalse();
  }

  @Test
  void failedPass_isRepeated_alsoAfterARestart() {
    RegulationId id = ended("ada");
    data.gone = false;
    stepAt(SampleEraser.SETTLE.plusSeconds(10));
    assertThat(erasedAt(id)).isNull();
    data = new RecordingData();
    eraser = eraser();
    stepAt(SampleEraser.SETTLE.plusSeconds(30));
    assertThat(data.passes).isOne();
    assertThat(erasedAt(id)).isNotNull();
  }

  @Test
  void openDeletion_isErasedInTime_andAgainWhenItHasEnded() {
    world.answers.put(DeletionWorld.ONE, DeleteCounts.waiting(1));
    RegulationId id = world.order(List.of("ada"), DeletionWorld.APP);
    for (int i = 0; i < 20; i++) {
      world.pass();
    }
    stepAt(SampleEraser.SETTLE.plusSeconds(10));
    stepAt(Duration.ofHours(9));
    assertThat(data.passes).as("once while it is open").isOne();
    assertThat(erasedAt(id)).isBefore(MADE.plus(Regulation.SAMPLES_ERASED_WITHIN));
    world.answers.clear();
    assertThat(world.finish(id).status().isOver()).isTrue();
    stepAt(Duration.ofHours(9).plus(SampleEraser.SETTLE).plusMinutes(1));
    assertThat(data.passes).isEqualTo(2);
    assertThat(world.samples().due(10)).isEmpty();
  }

  /** A delete that is retried for days leaves samples; each is gone a day later. */
  @Test
  void openDeletion_isErasedAgainAndAgain() {
    world.answers.put(DeletionWorld.ONE, DeleteCounts.waiting(1));
    RegulationId id = world.order(List.of("ada"), DeletionWorld.APP);
    for (int i = 0; i < 20; i++) {
      world.pass();
    }
    Duration first = SampleEraser.SETTLE.plusSeconds(10);
    stepAt(first);
    stepAt(first.plus(SampleEraser.REPEATED).minusSeconds(1));
    assertThat(data.passes).isOne();
    stepAt(first.plus(SampleEraser.REPEATED));
    assertThat(data.passes).isEqualTo(2);
    assertThat(erasedAt(id)).isEqualTo(world.now);
    assertThat(SampleEraser.REPEATED.plus(SampleEraser.BETWEEN_PASSES))
        .isLessThan(Regulation.SAMPLES_ERASED_WITHIN);
  }

  /** An older message that is delivered hours after the deletion leaves a sample. */
  @Test
  void endedDeletion_isErasedUntilTheLogHasNoOlderMessage_andHidesTheUserUntilThen() {
    expired = false;
    RegulationId id = ended("ada");
    long before = world.samples().due(10).getFirst().before().at(0);
    LedgerEntry late = entry(DeletionWorld.WEB, "ada", before - 1, MessageType.TRACK);
    stepAt(SampleEraser.SETTLE.plusSeconds(10));
    assertThat(erasedAt(id)).isEqualTo(world.now);
    stepAt(Duration.ofHours(4));
    assertThat(data.passes).isOne();
    assertThat(eraser.hides(0, late)).as("recorded after the first pass").isTrue();
    stepAt(Duration.ofHours(13));
    assertThat(data.passes).isEqualTo(2);
    assertThat(erases(DeletionWorld.WEB, "ada", before - 1, MessageType.TRACK)).isTrue();
    expired = true;
    stepAt(Duration.ofHours(26));
    assertThat(data.passes).isEqualTo(3);
    stepAt(Duration.ofHours(50));
    assertThat(data.passes).as("the log cannot deliver any more of the user").isEqualTo(3);
    assertThat(world.samples().due(10)).isEmpty();
    assertThat(eraser.hides(0, late)).isFalse();
  }

  /** Entries of a topic stay until it deletes them by their age. */
  @Test
  void entriesThatCannotBeErased_areHidden_untilTheLedgerHasOutlivedThem() {
    kept = Duration.ofDays(7);
    eraser = eraser();
    data.gone = false;
    RegulationId id = ended("ada");
    long before = world.samples().due(10).getFirst().before().at(0);
    LedgerEntry old = entry(DeletionWorld.WEB, "ada", before - 1, MessageType.TRACK);
    Duration outlived = kept.plus(SampleEraser.OUTLIVED);
    stepAt(Duration.ofHours(1));
    stepAt(outlived);
    assertThat(eraser.hides(0, old)).isTrue();
    assertThat(erasedAt(id)).isNull();
    stepAt(outlived.plusHours(2));
    assertThat(erasedAt(id)).isEqualTo(world.now);
    stepAt(outlived.plusHours(3));
    assertThat(eraser.hides(0, old)).isFalse();
    assertThat(world.samples().due(10)).isEmpty();
  }

  @Test
  void otherPartition_isNotHiddenByItsOffset() {
    ended("ada");
    long before = world.samples().due(10).getFirst().before().at(0);
    stepAt(Duration.ZERO);
    LedgerEntry old = entry(DeletionWorld.WEB, "ada", before - 1, MessageType.TRACK);
    assertThat(eraser.hides(0, old)).isTrue();
    assertThat(eraser.hides(1, old)).isFalse();
  }

  @Test
  void longTimeout_isWaitedFor() {
    timeout = Duration.ofHours(2);
    eraser = eraser();
    RegulationId id = ended("ada");
    stepAt(Duration.ofHours(2));
    assertThat(erasedAt(id)).isNull();
    stepAt(Duration.ofHours(2).plusSeconds(10));
    assertThat(erasedAt(id)).isNotNull();
    assertThat(SampleEraser.settle(Duration.ofDays(9))).isEqualTo(SampleEraser.REPEATED);
  }

  @Test
  void entriesThatCannotBeWritten_areWaitedFor() {
    RegulationId id = ended("ada");
    data.recorded = false;
    world.now = MADE.plus(SampleEraser.SETTLE).plusSeconds(10);
    assertThatThrownBy(eraser::step).isInstanceOf(IllegalStateException.class);
    assertThat(data.passes).isZero();
    data.recorded = true;
    stepAt(SampleEraser.SETTLE.plusSeconds(20));
    assertThat(erasedAt(id)).isNotNull();
  }
}
