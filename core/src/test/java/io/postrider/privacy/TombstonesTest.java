package io.postrider.privacy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.IngestHarness;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.message.UserHash;
import io.postrider.route.LogEndOffsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TombstonesTest {

  private final UserHash hash = new UserHash(IngestHarness.KEY);

  private long hashOf(String user) {
    return hash.inRecords(IngestHarness.SOURCE, user);
  }

  private static RecordView track(String user) {
    return new IngestHarness()
        .call(MessageType.TRACK, "{\"userId\":\"%s\",\"event\":\"E\"}".formatted(user))
        .records()
        .last();
  }

  private static RecordView delete(String user) {
    RecordBuffer out = new RecordBuffer(256);
    String json =
        "{\"type\":\"delete\",\"userId\":\"%s\",\"messageId\":\"m\",\"timestamp\":\"2026-01-01\"}"
            .formatted(user);
    new ComputedRecordWriter(IngestHarness.KEY)
        .add(json.getBytes(UTF_8), IngestHarness.SOURCE, IngestHarness.RECEIVED, new long[0], out);
    return out.last();
  }

  @Test
  void nobody_isHiddenAtFirst() {
    assertThat(Tombstones.NONE.hide(0, 0, track("ada"))).isFalse();
  }

  @Test
  void records_areHiddenUpToAnOffset() {
    Tombstones tombstones = Tombstones.NONE.with(List.of(hashOf("ada")), LogEndOffsets.of(10));
    assertThat(tombstones.hide(0, 9, track("ada"))).isTrue();
    assertThat(tombstones.hide(0, 10, track("ada"))).isFalse();
    assertThat(tombstones.hide(0, 9, track("bob"))).isFalse();
    assertThat(tombstones.hide(1, 0, track("ada"))).isFalse();
    assertThat(Tombstones.NONE.size()).isZero();
  }

  @Test
  void delete_isNeverHidden() {
    Tombstones tombstones = Tombstones.NONE.with(List.of(hashOf("ada")), LogEndOffsets.of(10));
    assertThat(delete("ada").userHash()).isEqualTo(hashOf("ada"));
    assertThat(tombstones.hide(0, 9, delete("ada"))).isFalse();
  }

  @Test
  void laterRequest_hidesMore() {
    Tombstones tombstones =
        Tombstones.NONE
            .with(List.of(hashOf("ada"), hashOf("bob")), LogEndOffsets.of(10))
            .with(List.of(hashOf("ada")), LogEndOffsets.of(20));
    assertThat(tombstones.size()).isEqualTo(2);
    assertThat(tombstones.hide(0, 19, track("ada"))).isTrue();
    assertThat(tombstones.hide(0, 19, track("bob"))).isFalse();
    assertThat(tombstones.hide(0, 9, track("bob"))).isTrue();
  }

  @Test
  void manyUsers_areDistinguished() {
    Random random = new Random(5);
    Set<Long> hashes = new HashSet<>(List.of(0L, -1L, Long.MIN_VALUE));
    Tombstones tombstones = Tombstones.NONE.with(hashes, LogEndOffsets.of(10));
    for (int round = 0; round < 20; round++) {
      Set<Long> more = new HashSet<>();
      random.longs(500).forEach(more::add);
      hashes.addAll(more);
      tombstones = tombstones.with(more, LogEndOffsets.of(10));
    }
    assertThat(tombstones.size()).isEqualTo(hashes.size());
    assertThat(tombstones.hide(0, 1, track("ada"))).isFalse();
    assertThat(
            tombstones.with(List.of(hashOf("ada")), LogEndOffsets.of(5)).hide(0, 1, track("ada")))
        .isTrue();
  }
}
