package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LedgerBenchmarkTest {

  @Test
  void options_selectMeasurements() {
    CommandLine line = new CommandLine(new LedgerBenchmark());

    assertThat(line.parseArgs("--quick", "--only", "overhead,queries").matchedOptionsSet())
        .hasSize(2);
    assertThat(line.getUsageMessage()).contains("--quick", "overhead", "queries");
    assertThatThrownBy(() -> line.parseArgs("--entries"))
        .isInstanceOf(CommandLine.UnmatchedArgumentException.class);
  }

  @Test
  void filledLedger_answersEveryQuery(@TempDir Path folder) throws Exception {
    Random random = new Random(1);
    try (LedgerFiller ledger = LedgerFiller.open(folder)) {
      ledger.fillTo(60_000);
      for (int i = 0; i < 20; i++) {
        ledger.story(random);
        ledger.page(random);
      }
      assertThat(ledger.bytesPerEntry()).isBetween(10.0, 100.0);
    }
  }
}
