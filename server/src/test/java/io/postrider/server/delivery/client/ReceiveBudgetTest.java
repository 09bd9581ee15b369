package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiveBudgetTest {

  private final ReceiveBudget budget = new ReceiveBudget();
  private final EmbeddedChannel channel = new EmbeddedChannel(budget);

  @AfterEach
  void release() {
    var _ = channel.finishAndReleaseAll();
  }

  private void receive(int bytes) {
    var _ = channel.writeInbound(Unpooled.wrappedBuffer(new byte[bytes]));
  }

  @Test
  void connectionWithoutRequests_mayReceiveItsBytesAndNoMore() {
    receive(ReceiveBudget.CONNECTION_BYTES);
    assertThat(channel.isOpen()).isTrue();
    assertThat(budget.isExceeded()).isFalse();
    receive(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(budget.isExceeded()).isTrue();
  }

  @Test
  void eachRequestInFlight_addsItsBytes() {
    budget.requestBegins();
    budget.requestBegins();
    receive(ReceiveBudget.CONNECTION_BYTES + 2 * ReceiveBudget.REQUEST_BYTES);
    assertThat(channel.isOpen()).isTrue();
    receive(1);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void endedRequests_leaveNothingToALaterFlood() {
    for (int i = 0; i < 1_000; i++) {
      budget.requestBegins();
      receive(200);
      budget.requestEnds(0);
    }
    receive(ReceiveBudget.CONNECTION_BYTES);
    assertThat(channel.isOpen()).isTrue();
    receive(1);
    assertThat(channel.isOpen()).isFalse();
  }
}
