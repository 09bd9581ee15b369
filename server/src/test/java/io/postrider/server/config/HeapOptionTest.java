package io.postrider.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The heap that the launcher chooses. */
class HeapOptionTest {

  private static final long MIB = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "1, 128",
    "512, 128",
    "516, 129",
    "2048, 512",
    "32768, 8192",
    "65536, 8192",
  })
  void heap_isAQuarterOfTheMemory_withinBounds(long memoryMib, long heapMib) throws Exception {
    assertThat(heap(Long.toString(memoryMib * MIB))).isEqualTo("-Xmx" + heapMib + "m");
  }

  @Test
  void heap_ofThisMachine_isChosen() throws Exception {
    assertThat(heap()).matches("-Xmx[0-9]{3,4}m");
  }

  @Test
  void launcher_choosesAHeap_unlessOneIsGiven() throws Exception {
    assertThat(Files.readString(Path.of("..", "build", "launch")))
        .contains("*\" -Xmx\"* | *MaxHeapSize=* | *MaxRAM*)", "\"$here/heap\"");
  }

  private static String heap(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("../build/heap"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output.strip();
  }
}
