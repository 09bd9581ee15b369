package io.postrider.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFilesTest {

  @ParameterizedTest
  @CsvSource({
    "1000000, 20000, 20000",
    "30000, 15000, 11250",
    "1024, 512, 384",
    "256, 72, 54",
    "192, 36, 27",
    "9223372036854775807, 20000, 20000",
  })
  void connections_leaveDescriptorsForFiles(long limit, int incoming, int outgoing) {
    OpenFiles files = new OpenFiles(limit);
    files.requireEnough();
    assertThat(files.incoming(20_000)).isEqualTo(incoming);
    assertThat(files.outgoing(20_000)).isEqualTo(outgoing);
    assertThat(limit - files.incoming(20_000) - files.outgoing(20_000))
        .isGreaterThanOrEqualTo(OpenFiles.OWN_FILES);
  }

  @Test
  void smallLimit_isRefusedWithWords() {
    assertThatThrownBy(new OpenFiles(OpenFiles.MIN_LIMIT - 1)::requireEnough)
        .isInstanceOf(StartException.class)
        .hasMessage(
            "The process may open only 191 files; it needs at least 192. Raise the limit"
                + " (ulimit -n, LimitNOFILE); 65536 is a good value.");
  }

  @Test
  void limit_isThatOfThisProcess() {
    assertThat(OpenFiles.ofThisProcess().limit()).isGreaterThan(100);
  }
}
