package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.audience.Audience;
import io.postrider.log.LogReader;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordLog;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.Field;
import io.postrider.message.HashKey;
import io.postrider.message.RecordView;
import io.postrider.server.people.audience.Outbox.Change;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class OutboxDrainTest {

  private static final Audience FANS = audience(1, "fans", did("x", 1));
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final MemoryLog memory = new MemoryLog();
  private final List<Change> waiting = new ArrayList<>();
  private final Definitions definitions =
      Definitions.of(List.of(FANS), List.of(), String::hashCode);
  private String suppressed = "";
  private boolean refuses;

  private final Outbox outbox =
      new Outbox() {
        @Override
        public List<Change> oldest(int most) {
          return waiting.stream().limit(most).toList();
        }

        @Override
        public void published(List<Change> changes) {
          waiting.removeAll(changes);
        }

        @Override
        public long size() {
          return waiting.size();
        }
      };

  private OutboxDrain publishing() {
    RecordLog log =
        (RecordLog)
            Proxy.newProxyInstance(
                RecordLog.class.getClassLoader(),
                new Class<?>[] {RecordLog.class},
                (proxy, method, arguments) ->
                    refuses && method.getName().equals("append")
                        ? CompletableFuture.failedFuture(new LogUnavailableException("full"))
                        : method.invoke(memory, arguments));
    return new OutboxDrain(
        outbox,
        log,
        () -> definitions,
        new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH])),
        user -> 0xabc,
        records -> suppressed.equals(records.last().text(Field.USER_ID)));
  }

  private static Change change(long number, long computation, String user, String value) {
    return new Change(number, computation, user, value, List.of(HERE), NOON);
  }

  private List<String> messages() {
    List<String> messages = new ArrayList<>();
    try (LogReader reader = memory.reader(0, 0)) {
      reader
          .read(10 << 20)
          .forEach(
              record ->
                  messages.add(
                      StandardCharsets.UTF_8
                          .decode(RecordView.of(record.bytes()).json())
                          .toString()));
    }
    return messages;
  }

  @Test
  void message_hasTheDocumentedForm() {
    waiting.add(change(12, 1, "a\"da\ud800", "true"));
    assertThat(publishing().advance(NOON)).isEqualTo(1);
    assertThat(messages())
        .containsExactly(
            "{\"type\":\"identify\",\"userId\":\"a\\\"da\\ud800\",\"traits\":{\"fans\":true},"
                + "\"context\":{\"personas\":{\"computation_class\":\"audience\","
                + "\"computation_id\":\"aud_0000000000001\",\"computation_key\":\"fans\"}},"
                + "\"messageId\":\"aud_0000000000001-0000000000000abc-12\","
                + "\"timestamp\":\"2026-03-01T12:00:00.000Z\"}");
    assertThat(waiting).isEmpty();
    assertThat(publishing().advance(NOON)).isZero();
  }

  @Test
  void failedAppend_leavesChangesInTheOutbox() {
    waiting.add(change(12, 1, "ada", "true"));
    refuses = true;
    assertThatThrownBy(() -> publishing().advance(NOON)).isInstanceOf(CompletionException.class);
    assertThat(waiting).hasSize(1);
    refuses = false;
    assertThat(publishing().advance(NOON)).isEqualTo(1);
    assertThat(messages()).hasSize(1);
  }

  @Test
  void changesOfDeletedComputations_areDropped() {
    waiting.add(change(12, 99, "ada", "true"));
    assertThat(publishing().advance(NOON)).isEqualTo(1);
    assertThat(messages()).isEmpty();
    assertThat(waiting).isEmpty();
  }

  @Test
  void changesOfSuppressedUsers_areDropped() {
    suppressed = "ada";
    waiting.add(change(12, 1, "ada", "true"));
    waiting.add(change(13, 1, "bob", "true"));
    assertThat(publishing().advance(NOON)).isEqualTo(2);
    assertThat(messages()).hasSize(1).allMatch(message -> message.contains("bob"));
    assertThat(waiting).isEmpty();
  }

  @Test
  void tooLongChange_doesNotDelayOthers() {
    waiting.add(change(12, 1, "u".repeat(40_000), "\"" + "v".repeat(30_000) + "\""));
    waiting.add(change(13, 1, "ada", "true"));
    assertThat(publishing().advance(NOON)).isEqualTo(2);
    assertThat(messages()).hasSize(1).allMatch(message -> message.contains("ada"));
  }

  @Test
  void largeOutbox_isPublishedInPieces() {
    String value = "\"" + "v".repeat(30_000) + "\"";
    for (int i = 0; i < 200; i++) {
      waiting.add(change(i, 1, "user-" + i, value));
    }
    int first = publishing().advance(NOON);
    assertThat(first).isBetween(60, 80);
    assertThat(waiting).hasSize(200 - first);
    while (publishing().advance(NOON) > 0) {
      assertThat(waiting.size()).isLessThan(200);
    }
    assertThat(messages()).hasSize(200);
  }
}
