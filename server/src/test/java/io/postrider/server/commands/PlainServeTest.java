package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlainServeTest {

  @TempDir private Path folder;

  private static Optional<PlainServe> parse(String line) {
    return PlainServe.of(List.of(line.split(" ")), Map.of());
  }

  private static Config config(String line) {
    return Config.of(parse(line).orElseThrow().settings());
  }

  @Test
  void serve_needsNoOption() {
    assertThat(parse("serve")).isPresent();
    assertThat(parse("serve").orElseThrow().acceptProfileLoss()).isFalse();
  }

  @Test
  void settingsAndShortOptions_areRead() {
    Config config = config("serve --port 1234 --data=some/folder --http.host=::1");
    assertThat(config.http().port()).isEqualTo(1234);
    assertThat(config.http().host()).isEqualTo("::1");
    assertThat(config.data().dir()).isEqualTo(Path.of("some/folder"));
  }

  @Test
  void shortOption_winsOverItsSetting() {
    assertThat(config("serve --port=2 --http.port=1").http().port()).isEqualTo(2);
  }

  @Test
  void fileAndEnvironment_areRead() throws IOException {
    Path file = Files.writeString(folder.resolve("node.properties"), "http.port = 7\n");
    PlainServe serve =
        PlainServe.of(
                List.of("serve", "--config", file.toString(), "--accept-profile-loss"),
                Map.of("POSTRIDER_HTTP_HOST", "127.0.0.1"))
            .orElseThrow();
    assertThat(Config.of(serve.settings()).http().port()).isEqualTo(7);
    assertThat(Config.of(serve.settings()).http().host()).isEqualTo("127.0.0.1");
    assertThat(serve.acceptProfileLoss()).isTrue();
  }

  /** picocli answers these: help, other commands, and everything invalid. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "help",
        "status",
        "serve --help",
        "serve -h",
        "serve --help --port 1",
        "serve --port",
        "serve --port --data x",
        "serve --port 1 --port 2",
        "serve --data -x",
        "serve 1234",
        "serve @file",
        "serve --",
        "serve -- --port=1",
        "serve --=1",
        "serve --prot=1",
        "serve --config=/does/not/exist",
        "serve --accept-profile-loss=true",
        "serve --accept-profile-loss --accept-profile-loss",
        "serve --accept-profile-loss yes"
      })
  void everythingElse_isLeftToPicocli(String line) {
    assertThat(parse(line)).isEmpty();
  }
}
