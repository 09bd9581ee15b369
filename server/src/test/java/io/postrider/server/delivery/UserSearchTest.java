package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.Field;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.delivery.UserSearch.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class UserSearchTest {

  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);
  private static final SourceId ONE = new SourceId(1);
  private static final SourceId OTHER = new SourceId(2);
  private static final List<SourceId> SOURCES = List.of(ONE, OTHER);

  private final List<Instant> times = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final MemoryLog log = new MemoryLog(1 << 20, 1 << 20, () -> now);
  private final UserSearch search = new UserSearch(log, KEY, HiddenRecords.nothing());

  private void append(SourceId source, String ids) {
    RecordBuffer buffer = new RecordBuffer(512);
    String json =
        "{\"type\":\"track\",\"event\":\"E\",%s,\"messageId\":\"m%d\",\"timestamp\":\"%s\"}"
            .formatted(ids, times.size(), "2026-01-01T00:00:00.000Z");
    new ComputedRecordWriter(KEY).add(json.getBytes(UTF_8), source, now, new long[0], buffer);
    byte[] bytes = Arrays.copyOfRange(buffer.bytes(), buffer.start(0), buffer.ends()[0]);
    log.append(0, RecordBatch.of(bytes)).join();
    times.add(now);
    now = now.plusSeconds(1);
  }

  private static List<String> ids(Page page) {
    return page.found().stream().map(found -> found.record().text(Field.MESSAGE_ID)).toList();
  }

  @Test
  void user_isFoundInEverySourceByEitherId() {
    append(ONE, "\"userId\":\"ada\"");
    append(OTHER, "\"anonymousId\":\"ada\"");
    append(ONE, "\"userId\":\"bob\"");
    append(ONE, "\"userId\":\"bob\",\"anonymousId\":\"ada\"");
    append(ONE, "\"userId\":\"ada\",\"anonymousId\":\"bob\"");
    append(new SourceId(3), "\"userId\":\"ada\"");
    Page page = search.find("ada", SOURCES, null, 10);
    assertThat(ids(page)).containsExactly("m4", "m1", "m0");
    assertThat(page.next()).isNull();
    assertThat(page.searchedTo()).isEqualTo(times.getFirst());
    assertThat(ids(search.find("nobody", SOURCES, null, 10))).isEmpty();
    assertThat(ids(search.find("ADA", SOURCES, null, 10))).isEmpty();
  }

  @Test
  void ids_ofAnyCharactersAreFound() {
    append(ONE, "\"userId\":\"a \\\"b\\\" \\\\ é \\ud83d\\ude00\"");
    assertThat(ids(search.find("a \"b\" \\ é \ud83d\ude00", SOURCES, null, 10)))
        .containsExactly("m0");
  }

  @Test
  void pages_followEachOtherWithoutGapOrRepeat() {
    for (int i = 0; i < 25; i++) {
      append(ONE, "\"userId\":\"%s\"".formatted(i % 2 == 0 ? "ada" : "bob"));
    }
    Page page = search.find("ada", SOURCES, null, 5);
    List<String> all = new ArrayList<>(ids(page));
    assertThat(page.searchedTo()).isEqualTo(times.get(16));
    for (PartitionOffset next = page.next(); next != null; next = page.next()) {
      page = search.find("ada", SOURCES, next, 5);
      all.addAll(ids(page));
    }
    List<String> expected = new ArrayList<>();
    for (int i = 24; i >= 0; i -= 2) {
      expected.add("m" + i);
    }
    assertThat(all).isEqualTo(expected);
  }

  @Test
  void search_isBoundedAndTheNextContinues() {
    append(ONE, "\"userId\":\"ada\"");
    for (int i = 0; i < 10; i++) {
      append(ONE, "\"userId\":\"bob\"");
    }
    UserSearch bounded = new UserSearch(log, KEY, HiddenRecords.nothing(), 5);
    Page first = bounded.find("ada", SOURCES, null, 10);
    assertThat(first.found()).isEmpty();
    assertThat(first.next()).isEqualTo(new PartitionOffset(0, 6));
    assertThat(first.searchedTo()).isEqualTo(times.get(6));
    Page second = bounded.find("ada", SOURCES, new PartitionOffset(0, 6), 10);
    assertThat(second.next()).isEqualTo(new PartitionOffset(0, 1));
    Page third = bounded.find("ada", SOURCES, new PartitionOffset(0, 1), 10);
    assertThat(ids(third)).containsExactly("m0");
    assertThat(third.next()).isNull();
  }

  @Test
  void emptyLog_andPlacesBeyondIt() {
    Page empty = search.find("ada", SOURCES, null, 10);
    assertThat(empty.found()).isEmpty();
    assertThat(empty.next()).isNull();
    assertThat(empty.searchedTo()).isNull();
    append(ONE, "\"userId\":\"ada\"");
    assertThat(ids(search.find("ada", SOURCES, new PartitionOffset(0, 999), 10)))
        .containsExactly("m0");
    log.expireBefore(1);
    assertThat(search.find("ada", SOURCES, new PartitionOffset(0, 1), 10).found()).isEmpty();
  }
}
