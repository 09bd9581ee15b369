package io.postrider.client;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The library needs only the JDK and exports only its API. */
class ModuleTest {

  @Test
  void module_needsOnlyTheJdk_andExportsOnlyItsApi() throws IOException {
    try (InputStream file = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      ModuleDescriptor module = ModuleDescriptor.read(file);
      assertThat(
              module.requires().stream()
                  .filter(other -> !other.modifiers().contains(Requires.Modifier.STATIC))
                  .map(Requires::name)
                  .collect(toSet()))
          .containsExactlyInAnyOrder("java.base", "java.net.http");
      assertThat(module.exports().stream().map(ModuleDescriptor.Exports::source).collect(toSet()))
          .containsExactlyInAnyOrder("io.postrider.client", "io.postrider.client.webhook");
    }
  }

  @Test
  void classes_runOnJava11() throws IOException {
    try (InputStream file =
        Files.newInputStream(Path.of("target/classes/io/postrider/client/Postrider.class"))) {
      byte[] start = file.readNBytes(8);
      assertThat(start[7]).isEqualTo((byte) 55);
    }
  }
}
