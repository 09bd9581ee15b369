package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.StartException;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminClientTest {

  private final TestReceiver service = TestReceiver.open();
  private final String address = service.url("");
  private final AdminClient client = new AdminClient(address, "a-token");

  @AfterEach
  void close() {
    client.close();
    service.close();
  }

  @Test
  void response_isParsed() {
    service.always(Behaviour.answer(200, "{\"role\":\"editor\"}"));
    assertThat(client.role()).isEqualTo("editor");
    assertThat(service.received().getFirst().header("Authorization")).isEqualTo("Bearer a-token");
  }

  @Test
  void unreachableService_isReported() throws IOException {
    // Bound, so that no other process listens on the port, but not listening.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      String unreachable = "http://127.0.0.1:" + bound.getLocalPort();
      try (AdminClient none = new AdminClient(unreachable, "a-token")) {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:8080",
        "ht tp://x",
        "ftp://host",
        "http://",
        "/path",
        "http://h:99999",
        "http://u:p@h",
        "http://h?q",
        "http://h#f"
      })
  void invalidUrl_isRefused(String url) {
    assertThatThrownBy(() -> new AdminClient(url, "a-token"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("'" + url + "' is not a URL such as http://localhost:8080.");
  }

  @Test
  void otherService_isNamed() {
    String reason = address + " does not answer like Postrider (status %d). Check --url.";
    for (String body : List.of("", "<html>hello</html>", "[]", "\"text\"")) {
      service.always(Behaviour.answer(200, body));
      assertThatThrownBy(client::role)
          .isInstanceOf(StartException.class)
          .hasMessage(reason.formatted(200));
      assertThatThrownBy(() -> client.health()).hasMessage(reason.formatted(200));
    }
    service.always(Behaviour.answer(404, "<html>", "Content-Type: text/html"));
    assertThatThrownBy(client::role)
        .hasMessageStartingWith(reason.formatted(404))
        .hasMessageEndingWith("the admin API at 'admin.port' if that is set.");
    service.always(Behaviour.answer(400, "{", "Content-Type: application/json"));
    assertThatThrownBy(client::role).hasMessageStartingWith(address + " answered 400");
    service.always(Behaviour.answer(301, "", "Location: https://other.example/"));
    assertThatThrownBy(client::role)
        .hasMessage(
            address
                + " answered 301: it redirects to https://other.example/. Use the address of the"
                + " service in --url.");
  }

  @Test
  void portWithoutAdminApi_isNamed() {
    service.always(
        Behaviour.answer(
            404,
            "{\"detail\":\"Nothing exists at this path.\"}",
            "Content-Type: application/problem+json"));
    assertThatThrownBy(client::role)
        .hasMessage(
            address
                + " has no admin API. If the service has an 'admin.port', use that port in --url.");
  }

  @Test
  void closedConnection_suggestsHttps() {
    service.always(Behaviour.close());
    assertThatThrownBy(client::role)
        .hasMessageStartingWith(address + " closed the connection without an answer.")
        .hasMessageEndingWith("use https:// in --url.");
  }

  @Test
  void objectsWithoutTheFieldsOfPostrider_areNamedToo() {
    service.always(Behaviour.answer(200, "{}"));
    String reason = address + " does not answer like Postrider. Check --url.";
    assertThatThrownBy(client::role).hasMessage(reason);
    assertThatThrownBy(client::health).hasMessage(reason);
    assertThatThrownBy(() -> client.all("/api/sources")).hasMessage(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s3cret\nx", "s3cret x", "s3crét"})
  void invalidToken_isNotRepeated(String token) {
    assertThatThrownBy(() -> new AdminClient(address, token))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("The token is invalid")
        .hasMessageNotContaining("s3cr");
  }

  @Test
  void textOfTheService_isEscaped() {
    String problem =
        "{\"detail\":\"a\\u001b[2J\",\"errors\":[{\"field\":\"f\\ng\",\"message\":\"m\\u202e\"}]}";
    service.always(Behaviour.answer(422, problem, "Content-Type: application/problem+json"));
    assertThatThrownBy(client::role)
        .hasMessage(address + " answered 422: a\\u001b[2J\n  f\\ng m\\u202e");
  }
}
