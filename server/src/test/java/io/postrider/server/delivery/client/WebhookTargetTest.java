package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.postrider.route.Webhook;
import io.postrider.route.Webhook.Header;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing of URLs. */
class WebhookTargetTest {

  private static WebhookTarget target(String url, Header... headers) {
    return WebhookTarget.of(new Webhook(url, List.of(headers)));
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.example, false, a.example, 80, /",
    "https://a.example, true, a.example, 443, /",
    "HTTPS://A.Example:8443/Path, true, a.example, 8443, /Path",
    "http://a.example:/x, false, a.example, 80, /x",
    "http://a.example?q=1, false, a.example, 80, /?q=1",
    "http://a.example/a?b/c?d#e?f, false, a.example, 80, /a?b/c?d",
    "http://a.example#e, false, a.example, 80, /",
    "http://my_service:9000/, false, my_service, 9000, /",
    "http://bücher.example/ä ö, false, xn--bcher-kva.example, 80, /%C3%A4%20%C3%B6",
    "http://a.example/%20%C3%A4+{x}, false, a.example, 80, /%20%C3%A4+%7Bx%7D",
    "http://a.example\\@b.example/, false, a.example, 80, /%5C@b.example/",
    "http://[2001:DB8::1]:81/, false, [2001:DB8::1], 81, /",
    "http://u:p@a.example/, false, a.example, 80, /"
  })
  void url_isParsed(String url, boolean tls, String host, int port, String path) {
    WebhookTarget target = target(url);
    assertThat(target.origin().tls()).isEqualTo(tls);
    assertThat(target.origin().host()).isEqualTo(host);
    assertThat(target.origin().port()).isEqualTo(port);
    assertThat(target.options().getURI()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1/, 127.0.0.1",
    "http://127.1/, 127.0.0.1",
    "http://2130706433/, 127.0.0.1",
    "http://[::1]/, ::1",
    "http://[::ffff:10.0.0.1]/, 10.0.0.1"
  })
  void literals_areAddresses(String url, String address) {
    assertThat(target(url).origin().literal()).isEqualTo(InetAddress.ofLiteral(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a.example",
        "ftp://a.example/",
        "http://",
        "http:///path",
        "http://:80/",
        "http://a.example:0/",
        "http://a.example:65536/",
        "http://a.example:8o/",
        "http://a..example/",
        "http://a b/",
        "http://a%2eb/",
        "http://0177.0.0.1/",
        "http://0x7f.1/",
        "http://0x7f000001/",
        "http://1.2.3.4.5/",
        "http://256.1.1.1/",
        "http://[::1/",
        "http://[fe80::1%25eth0]/",
        "http://[nonsense]/"
      })
  void unusableUrls_areRefused(String url) {
    assertThatIllegalArgumentException().isThrownBy(() -> target(url));
  }

  @Test
  void credentials_areSentAsBasic() {
    assertThat(
            target("https://us%40r:p%3Aw@a.example/").options().getHeaders().get("Authorization"))
        .isEqualTo("Basic dXNAcjpwOnc=");
    assertThat(
            target("https://u:p@a.example/", new Header("authorization", "Bearer t"))
                .options()
                .getHeaders()
                .getAll("Authorization"))
        .containsExactly("Bearer t");
  }
}
