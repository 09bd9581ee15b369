package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every block of commands begins with {@code ```sh run} or {@code ```sh not run: reason}. */
final class DocumentedBlocksTest {

  /** A block that looks like commands is run, or says why not. */
  @Test
  void everyBlockOfCommands_isRunOrSaysWhyNot() {
    List<String> unmarked = new ArrayList<>();
    for (DocumentedBlocks.Block block : DocumentedBlocks.all()) {
      if (block.hasCommands() && !block.isRun() && block.reason().isEmpty()) {
        unmarked.add(block + ": begin it with ```sh run, or with ```sh not run: and the reason");
      }
    }
    assertThat(unmarked).isEmpty();
  }

  @Test
  void testsThatReasonsName_exist() {
    List<String> missing = new ArrayList<>();
    for (DocumentedBlocks.Block block : DocumentedBlocks.all()) {
      block.namedTests().stream()
          .filter(name -> !DocumentedBlocks.testExists(name))
          .forEach(name -> missing.add(block + ": " + name));
    }
    assertThat(missing).isEmpty();
  }
}
