package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminClientTest {

  private final TestReceiver service = TestReceiver.open();
  private final String address = service.url("");
  private final AdminClient client = new AdminClient(address, "a token");

  @AfterEach
  void close() {
    client.close();
    service.close();
  }

  @Test
  void response_isParsed() {
    service.always(Behaviour.answer(200, "{\"role\":\"editor\"}"));
    assertThat(client.role()).isEqualTo("editor");
    assertThat(service.received().getFirst().header("Authorization")).isEqualTo("Bearer a token");
  }

  @Test
  void unreachableService_isReported() throws IOException {
    // Bound, so that no other process listens on the port, but not listening.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      String unreachable = "http://127.0.0.1:" + bound.getLocalPort();
      try (AdminClient none = new AdminClient(unreachable, "a token")) {
        assertThatThrownBy(none::role)
            .isInstanceOf(StartException.class)
            .hasMessage("Cannot connect to " + unreachable + ". Is it running?");
      }
    }
  }

  @Test
  void refusals_areExplained() {
    service.always(Behaviour.status(401));
    assertThatThrownBy(client::role).hasMessage(address + " answered 401: the token is invalid.");
    service.always(Behaviour.status(403));
    assertThatThrownBy(client::role)
        .hasMessage(address + " answered 403: the token's role does not permit this.");
    service.always(Behaviour.status(500));
    assertThatThrownBy(client::role).hasMessage(address + " answered 500.");
  }

  @Test
  void closedConnection_isReportedWithoutNull() {
    service.always(Behaviour.close());
    assertThatThrownBy(client::role)
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("Cannot read from " + address + ": ")
        .hasMessageNotContaining("null");
  }
}
