package io.postrider.server.catalog.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhookUrlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com",
        "https://example.com/",
        "HTTPS://Example.COM:8443/a/b?c=d&e=%20",
        "https://example.com:/x",
        "https://example.com:65535",
        "http://127.0.0.1:9/hook",
        "http://[::1]:9/hook",
        "http://localhost/",
        "https://xn--bcher-kva.example/",
        "https://example.com./",
        "https://example.com/%7Bid%7D?x=%2F",
        "http://my_service:8080/",
        "http://_a.my_stack_1/",
        "https://a_b.example/",
      })
  void url_isValid(String url) {
    assertThat(WebhookUrl.problem(url)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.com",
        "//example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "http:/example.com",
        "http:example.com",
        "http://",
        "http:///path",
        "http://:80/",
        "https://example.com:0/",
        "https://example.com:65536/",
        "https://example.com:99999999999/",
        "https://example.com:x/",
        "https://user@example.com/",
        "https://user:pass@example.com/",
        "https://@example.com/",
        "https://example.com/#part",
        "https://example.com/#",
        "https://exa mple.com/",
        " https://example.com/",
        "https://example.com/\n",
        "https://example.com/{id}",
        "https://example.com\\@evil.example/",
        "https://bücher.example/",
        "http://my_service:65536/",
        "http://my_service:99999999999/",
        "http://my_service:80:80/",
        "http://-service/",
        "http://my_service-/",
        "http://my_service..example/",
        "http://my_service.1/",
        "http://.../",
        "http://127.1/",
        "http://127.0.0.1./",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.1/",
        "http://[fe80::1%25eth0]/",
        "http://[::1/",
        "javascript:alert(1)",
      })
  void url_isInvalid(String url) {
    assertThat(WebhookUrl.problem(url)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "example.com/hook?a=b",
        "example.com:8443/hook",
        "localhost:8080",
        "127.0.0.1:9/hook",
        "[::1]:9/hook",
        "//example.com/",
      })
  void urlWithoutScheme_isToldToAddOne(String url) {
    assertThat(WebhookUrl.problem(url)).contains("has no scheme; add https://");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.com/",
        "http:/example.com",
        "http:example.com",
        "mailto:ada@example.com",
        "javascript:alert(1)",
        "ada:secret@example.com",
      })
  void otherScheme_isNotCalledMissing(String url) {
    assertThat(WebhookUrl.problem(url)).isEqualTo("must start with http:// or https://");
  }

  @Test
  void url_isBoundedInLength() {
    String start = "https://example.com/";
    assertThat(WebhookUrl.problem(start + "x".repeat(WebhookUrl.MAX_LENGTH - start.length())))
        .isNull();
    assertThat(WebhookUrl.problem(start + "x".repeat(WebhookUrl.MAX_LENGTH - start.length() + 1)))
        .contains("2,048");
  }

  @Test
  void hostLabels_areBoundedInLength() {
    assertThat(WebhookUrl.problem("http://" + "x".repeat(63) + ".example/")).isNull();
    assertThat(WebhookUrl.problem("http://" + "x".repeat(64) + ".example/")).contains("63");
    String longest = ("x".repeat(49) + ".").repeat(5) + "xyz";
    assertThat(WebhookUrl.problem("http://" + longest + "/")).isNull();
    assertThat(WebhookUrl.problem("http://" + longest + "x/")).contains("host");
  }

  @Test
  void credentials_areRefused() {
    assertThat(WebhookUrl.problem("https://user:hunter2@example.com/"))
        .contains("Authorization header")
        .doesNotContain("hunter2");
  }

  @Test
  void equivalentUrls_areNormalizedEqually() {
    assertThat(WebhookUrl.normalized("HTTPS://Example.com"))
        .isEqualTo(WebhookUrl.normalized("https://example.com:443/"));
    assertThat(WebhookUrl.normalized("http://My_Service"))
        .isEqualTo(WebhookUrl.normalized("http://my_service:80/"));
    assertThat(WebhookUrl.normalized("http://example.com/a"))
        .isNotEqualTo(WebhookUrl.normalized("http://example.com/A"));
    assertThat(WebhookUrl.normalized("http://example.com/"))
        .isNotEqualTo(WebhookUrl.normalized("https://example.com/"));
  }
}
