package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

  private final StringWriter out = new StringWriter();

  private ProgressBar bar(boolean terminal) {
    return new ProgressBar(new PrintWriter(out), terminal, "messages");
  }

  @Test
  void bar_growsInPlace() {
    ProgressBar bar = bar(true);
    bar.show(0, 1_000);
    bar.show(500, 1_000);
    bar.show(1_000, 1_000);
    bar.end();
    assertThat(out.toString().split("\r"))
        .containsExactly(
            "",
            "[" + ".".repeat(40) + "]   0 %  0 of 1,000 messages ",
            "[" + "#".repeat(20) + ".".repeat(20) + "]  50 %  500 of 1,000 messages ",
            "[" + "#".repeat(40) + "] 100 %  1,000 of 1,000 messages " + System.lineSeparator());
  }

  @Test
  void withoutATerminal_aLineIsPrintedPerTenth() {
    ProgressBar bar = bar(false);
    for (int done = 0; done <= 100; done++) {
      bar.show(done, 100);
    }
    bar.show(100, 100);
    bar.end();
    assertThat(out.toString().lines()).hasSize(11).last().isEqualTo("100 %  100 of 100 messages");
  }

  @Test
  void nothingToDo_isComplete() {
    bar(false).show(0, 0);
    assertThat(out.toString()).startsWith("100 %  0 of 0 messages");
  }
}
