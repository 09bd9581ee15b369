package io.postrider.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlMaskTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "https://example.com/a, https://example.com/a",
        "https://example.com/a?key=s, https://example.com/a?***",
        "https://example.com/a?, https://example.com/a?",
        "https://example.com?key=s#f, https://example.com?***",
        "https://example.com/a#secret, https://example.com/a#***",
        "https://me:pw@example.com:8443/a, https://***@example.com:8443/a",
        "https://me@evil@example.com/a?b, https://***@example.com/a?***",
        "https://example.com/a@b, https://example.com/a@b",
        "https://example.com/a?mail=x@y.z, https://example.com/a?***",
        "/next?token=s, /next?***",
        "not a url, not a url"
      })
  void url_hasNoSecrets(String url, String masked) {
    assertThat(UrlMask.of(url)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "Moved to https://a.b/c?k=s today? See http://u:p@d.e., "
            + "Moved to https://a.b/c?*** today? See http://***@d.e.",
        "`<a href=\"https://a.b/?k=s\">x?</a>`, `<a href=\"https://a.b/?***\">x?</a>`",
        "Is it a URL?, Is it a URL?"
      })
  void text_hasNoUrlsWithSecrets(String text, String masked) {
    assertThat(UrlMask.inText(text)).isEqualTo(masked);
  }
}
