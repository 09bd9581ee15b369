package io.postrider.server.access.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.config.IpNetwork;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Behind a trusted proxy on loopback that terminates TLS. */
final class SessionsBehindAProxyTest extends AccessTests {

  @Override
  public List<IpNetwork> trustedProxies() {
    return List.of(IpNetwork.parse("127.0.0.0/8"));
  }

  @Test
  void cookie_isSecureOverForwardedHttps() throws Exception {
    assertThat(signIn(TOKEN, "X-Forwarded-Proto", "https").header("Set-Cookie"))
        .endsWith("; Secure");
    assertThat(signIn(TOKEN, "X-Forwarded-Proto", "HTTPS, http").header("Set-Cookie"))
        .endsWith("; Secure");
    assertThat(signIn(TOKEN, "X-Forwarded-Proto", "http").header("Set-Cookie"))
        .doesNotContain("Secure");
  }

  @Test
  void origin_isComparedWithTheForwardedHost() throws Exception {
    String cookie = session(TOKEN);
    for (String host : new String[] {"dash.example", "DASH.example:443"}) {
      assertThat(
              plain(
                      "POST",
                      "/api/sources",
                      SOURCE,
                      "Cookie",
                      cookie,
                      "X-Postrider",
                      "1",
                      "X-Forwarded-Host",
                      host,
                      "Origin",
                      "https://dash.example")
                  .status())
          .isEqualTo(201);
    }
    assertThat(
            plain(
                    "POST",
                    "/api/sources",
                    SOURCE,
                    "Cookie",
                    cookie,
                    "X-Postrider",
                    "1",
                    "X-Forwarded-Host",
                    "dash.example",
                    "Origin",
                    "https://evil.example")
                .status())
        .isEqualTo(403);
  }

  @Test
  void failures_areCountedPerClient() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(signIn("prt_wrong", "X-Forwarded-For", "203.0.113.5").status()).isEqualTo(401);
    }
    assertThat(signIn(TOKEN, "X-Forwarded-For", "203.0.113.5").status()).isEqualTo(429);
    assertThat(signIn(TOKEN, "X-Forwarded-For", "203.0.113.6").status()).isEqualTo(200);
  }
}
