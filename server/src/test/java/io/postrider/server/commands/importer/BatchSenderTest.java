package io.postrider.server.commands.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.config.StartException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BatchSenderTest {

  private final FakeTrackingService service = new FakeTrackingService();
  private final BatchSender sender = service.sender(Duration.ofMinutes(1));

  private static String call(String type, int number) {
    return "{\"type\":\"%s\",\"messageId\":\"m%d\"}".formatted(type, number);
  }

  @Test
  void rejections_areReturned() throws Exception {
    assertThat(sender.send(List.of(call("track", 0), call("bad", 1))))
        .containsExactly(new Rejection(1, "type_unknown", "The type is unknown."));
    assertThat(service.stored).containsOnlyKeys("m0");
    assertThat(sender.send(List.of())).isEmpty();
    assertThat(service.batches).hasSize(1);
  }

  @Test
  void unreadableCall_costsOnlyItself() throws Exception {
    List<String> calls =
        IntStream.range(0, 9).mapToObj(i -> call(i == 6 ? "poison" : "track", i)).toList();
    assertThat(sender.send(calls)).containsExactly(new Rejection(6, "invalid_json", "poison"));
    assertThat(service.stored).hasSize(8);
  }

  @Test
  void busyService_isAskedAgain_laterEachTime() throws Exception {
    service.next.add(new BatchAnswer.Busy("503", Duration.ZERO));
    service.next.add(new BatchAnswer.Busy("429", Duration.ofSeconds(7)));
    service.next.add(new BatchAnswer.Busy("503", Duration.ZERO));
    sender.send(List.of(call("track", 0)));
    assertThat(service.pauses)
        .containsExactly(Duration.ofMillis(500), Duration.ofSeconds(7), Duration.ofSeconds(2));
    assertThat(service.stored).hasSize(1);
  }

  @Test
  void patience_ends() {
    for (int i = 0; i < 100; i++) {
      service.next.add(new BatchAnswer.Busy("http://x answered 503", Duration.ZERO));
    }
    assertThatThrownBy(() -> sender.send(List.of(call("track", 0))))
        .isInstanceOf(StartException.class)
        .hasMessage("http://x answered 503. Tried for 1m. Run the same command again later.");
    assertThat(service.pauses.stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void longPause_isNotWaitedFor() {
    service.next.add(new BatchAnswer.Busy("http://x answered 503", Duration.ofSeconds(61)));
    assertThatThrownBy(() -> sender.send(List.of(call("track", 0))))
        .hasMessage("http://x answered 503. Tried once. Run the same command again later.");
    assertThat(service.pauses).isEmpty();
  }

  @Test
  void refusal_endsAtOnce() {
    service.next.add(new BatchAnswer.Refused("http://x answered 401: no key."));
    assertThatThrownBy(() -> sender.send(List.of(call("track", 0))))
        .isInstanceOf(StartException.class)
        .hasMessage("http://x answered 401: no key.");
    assertThat(service.pauses).isEmpty();
  }
}
