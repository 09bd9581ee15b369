package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.ConfigException;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading {@code delivery.ca-file}. */
class TrustedAuthoritiesTest {

  @TempDir private Path folder;

  private Optional<Path> file(String content) throws IOException {
    return Optional.of(Files.writeString(folder.resolve("ca.pem"), content));
  }

  @Test
  void authoritiesOfTheJdk_areTrusted() {
    assertThat(TrustedAuthorities.load(Optional.empty()).getAcceptedIssuers()).isNotEmpty();
  }

  @Test
  void file_addsAuthorities() throws IOException {
    Authority one = TestCertificates.authority("One");
    Authority two = TestCertificates.authority("Two");
    assertThat(
            TrustedAuthorities.load(file(one.pem() + "# between\n" + two.pem()))
                .getAcceptedIssuers())
        .contains(one.chain().getFirst(), two.chain().getFirst())
        .hasSizeGreaterThan(2);
  }

  @Test
  void missingFile_isNamed() {
    Path missing = folder.resolve("missing.pem");
    assertThatThrownBy(() -> TrustedAuthorities.load(Optional.of(missing)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("delivery.ca-file")
        .hasMessageContaining("missing.pem")
        .hasMessageEndingWith("it does not exist.");
    assertThatThrownBy(() -> TrustedAuthorities.load(Optional.of(folder)))
        .isInstanceOf(ConfigException.class)
        .message()
        .doesNotContain("Exception");
  }

  @Test
  void fileWithoutCertificates_isRefused() throws IOException {
    for (String content : new String[] {"", "hello\n", "-----BEGIN CERTIFICATE-----\nAA==\n"}) {
      assertThatThrownBy(() -> TrustedAuthorities.load(file(content)))
          .as(content)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("ca.pem")
          .message()
          .doesNotContain("Exception");
    }
  }

  @Test
  void fileWithoutAuthority_isRefused() throws IOException {
    String leaf = TestCertificates.authority("One").issue("a.example").leafOnly().chainPem();
    Optional<Path> file = file(leaf);
    assertThatThrownBy(() -> TrustedAuthorities.load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no CA certificate");
  }
}
