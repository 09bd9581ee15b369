package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProgramsTest {

  @Test
  void jvmOptions_excludeClassPathAndProgram() {
    List<String> arguments =
        List.of(
            "-XX:+UseParallelGC",
            "-XX:AOTCache=server.aot",
            "-cp",
            "server.jar:lib/*",
            "-Dio.netty.noUnsafe=false",
            "-Dother=1",
            "--enable-native-access=ALL-UNNAMED",
            "io.postrider.server.Main",
            "serve",
            "--port");
    assertThat(Programs.jvmOptions(arguments))
        .containsExactly(
            "-XX:+UseParallelGC",
            "-Dio.netty.noUnsafe=false",
            "--enable-native-access=ALL-UNNAMED");
  }
}
