package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.config.IpNetwork;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ForwardedHeadersTest {

  private final ForwardedHeaders forwarding =
      new ForwardedHeaders(new ClientAddress(List.of(IpNetwork.parse("10.0.0.0/8"))));

  private static RequestHead head(String peer) {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("Host", "Inner:8080")
            .add("X-Forwarded-Host", "Dash.example, proxy.internal")
            .add("X-Forwarded-Proto", "https")
            .add("X-Forwarded-For", "203.0.113.5, 10.0.0.7");
    return new RequestHead(HttpMethod.GET, "/", headers, peer, false);
  }

  @Test
  void trustedProxy_isBelieved() {
    assertThat(forwarding.client(head("10.0.0.1"))).isEqualTo("203.0.113.5");
    assertThat(forwarding.isHttps(head("10.0.0.1"))).isTrue();
    assertThat(forwarding.host(head("10.0.0.1"))).isEqualTo("dash.example");
  }

  @Test
  void anybodyElse_isNot() {
    for (String peer : new String[] {"192.0.2.1", "::1", ""}) {
      assertThat(forwarding.client(head(peer))).isEqualTo(peer);
      assertThat(forwarding.isHttps(head(peer))).isFalse();
      assertThat(forwarding.host(head(peer))).isEqualTo("inner:8080");
    }
  }

  @Test
  void requestWithoutAHost_hasNone() {
    RequestHead bare =
        new RequestHead(HttpMethod.GET, "/", MultiMap.caseInsensitiveMultiMap(), "10.0.0.1", false);
    assertThat(forwarding.host(bare)).isNull();
    assertThat(forwarding.isHttps(bare)).isFalse();
    assertThat(forwarding.client(bare)).isEqualTo("10.0.0.1");
  }
}
