package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Cursors are saved, whatever ends a flush. */
class CursorFlusherTest extends DeliveryTests {

  private final FlakyCursorStore flaky = new FlakyCursorStore(super::cursorStore);

  @Override
  CursorStore cursorStore() {
    return flaky;
  }

  private List<Integer> cursorLengths() {
    return cursorDatabase().list(Integer.class, "select length(state) from delivery_cursor");
  }

  @Test
  void saveThatEndsWithAnError_isRepeated() {
    loopCount = 1;
    settings.put("delivery.timeout", "1m"); // no answer reports the destination again
    settings.put("delivery.shutdown-patience", "100ms");
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    DeliveryService running = start(destination(1, receiver.url("/")));
    await().until(() -> cursorLengths().equals(List.of(0)));
    flaky.breakNextSave(new StackOverflowError("test"));
    send(1);
    await().until(flaky::hasBroken);

    running.awaitRecorded();
    assertThat(cursorLengths().getFirst()).isPositive();
  }
}
