package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class SettingOptionsTest {

  @TempDir Path folder;

  @Command
  private static final class AnyCommand {
    @Mixin private final SettingOptions settings = new SettingOptions();
  }

  private static Config config(Map<String, String> options, String... arguments) {
    AnyCommand command = new AnyCommand();
    new CommandLine(command).setUnmatchedOptionsArePositionalParams(true).parseArgs(arguments);
    return Config.of(command.settings.load(options));
  }

  @Test
  void settings_areParsedInBothForms() {
    Config config =
        config(Map.of(), "--http.port=81", "--data", "here", "--http.host", "127.0.0.2");
    assertThat(config.http().port()).isEqualTo(81);
    assertThat(config.http().host()).isEqualTo("127.0.0.2");
    assertThat(config.data().dir()).isEqualTo(Path.of("here"));
  }

  @Test
  void options_overrideFlags_whichOverrideTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("p"), "http.port = 1\nhttp.host = 127.0.0.3\n");
    String named = file.toString();
    assertThat(config(Map.of(), "--config", named).http().port()).isEqualTo(1);
    assertThat(config(Map.of(), "--config", named, "--http.port=2").http().port()).isEqualTo(2);
    Config all = config(Map.of("http.port", "3"), "--config", named, "--http.port=2");
    assertThat(all.http().port()).isEqualTo(3);
    assertThat(all.http().host()).isEqualTo("127.0.0.3");
  }

  @Test
  void invalidArgument_isNamed() {
    assertThatThrownBy(() -> config(Map.of(), "word"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'word' is not a setting");
    assertThatThrownBy(() -> config(Map.of(), "--http.port"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--http.port has no value");
  }
}
