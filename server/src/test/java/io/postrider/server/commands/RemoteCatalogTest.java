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

/** What a command says about a service that does not do as it is asked. */
class RemoteCatalogTest {

  private final TestReceiver service = TestReceiver.open();
  private final String address = service.url("");
  private final RemoteCatalog catalog = new RemoteCatalog(address, "a token");

  @AfterEach
  void close() {
    catalog.close();
    service.close();
  }

  @Test
  void answer_isRead() {
    service.always(Behaviour.answer(200, "{\"role\":\"editor\"}"));
    assertThat(catalog.role()).isEqualTo("editor");
    assertThat(service.received().getFirst().header("Authorization")).isEqualTo("Bearer a token");
  }

  @Test
  void nobodyThere_isToldAsThat() throws IOException {
    // taken, so that nobody else listens on it, and not listened on
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      String nobody = "http://127.0.0.1:" + taken.getLocalPort();
      try (RemoteCatalog none = new RemoteCatalog(nobody, "a token")) {
        assertThatThrownBy(none::role)
            .isInstanceOf(StartException.class)
            .hasMessage("Nothing answers at " + nobody + ". Is it running?");
      }
    }
  }

  @Test
  void answersThatSayNo_areExplained() {
    service.always(Behaviour.status(401));
    assertThatThrownBy(catalog::role).hasMessage(address + " answers 401: the token is wrong.");
    service.always(Behaviour.status(403));
    assertThatThrownBy(catalog::role)
        .hasMessage(address + " answers 403: the token's role may not do this.");
    service.always(Behaviour.status(500));
    assertThatThrownBy(catalog::role).hasMessage(address + " answers 500.");
  }

  @Test
  void serviceThatBreaksOff_isNotToldAsNull() {
    service.always(Behaviour.close());
    assertThatThrownBy(catalog::role)
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("The service at " + address + " cannot be read: ")
        .hasMessageNotContaining("null");
  }
}
