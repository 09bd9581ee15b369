package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.SourceType;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.NewSource;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BannerTest {

  private static Config config(Map<String, String> settings) {
    return Config.of(Settings.load(null, Map.of(), settings));
  }

  @Test
  void addresses_nameTheConfiguredHosts() {
    Config both = config(Map.of("admin.port", "0", "admin.host", "10.1.2.3"));
    assertThat(Banner.trackingUrl(both, 8080)).isEqualTo("http://localhost:8080");
    assertThat(Banner.adminUrl(both, 8081)).isEqualTo("http://10.1.2.3:8081");
    Config one = config(Map.of("http.host", "fd00::1"));
    assertThat(Banner.trackingUrl(one, 8080)).isEqualTo("http://[fd00::1]:8080");
    assertThat(Banner.adminUrl(one, 8080)).isEqualTo("http://[fd00::1]:8080");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "[::]", "127.0.0.1", "localhost"})
  void localHost_isLocalhost(String host) {
    Config config = config(Map.of("http.host", host, "admin.port", "0"));
    assertThat(Banner.trackingUrl(config, 1)).isEqualTo("http://localhost:1");
    assertThat(Banner.adminUrl(config, 2)).isEqualTo("http://localhost:2");
  }

  @Test
  void firstSource_saysWhatItIs() {
    Source source =
        new NewSource("First", SourceType.SERVER, true, null, NewEventPolicy.ALLOW)
            .create(new KeyGenerator(new SecureRandom()), Instant.EPOCH);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Banner.printFirst(
        new PrintStream(out, true, StandardCharsets.UTF_8), source, "http://localhost:8080");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("created a source of type server, \"First\".")
        .contains("rename it or delete it")
        .contains("Its write key is " + source.writeKey().value() + ".")
        .contains("curl -u " + source.writeKey().value() + ": http://localhost:8080/v1/track");
  }
}
