package io.postrider.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFilesTest {

  @ParameterizedTest
  @CsvSource({
    "1000000, 20000, 20000",
    "40000, 20000, 15000",
    "39999, 19999, 14997",
    "1024, 512, 384",
    "8, 4, 3",
    "1, 1, 1",
    "9223372036854775807, 20000, 20000",
  })
  void connections_leaveDescriptorsForFiles(long limit, int incoming, int outgoing) {
    OpenFiles files = new OpenFiles(limit);
    assertThat(files.incoming(20_000)).isEqualTo(incoming);
    assertThat(files.outgoing(20_000)).isEqualTo(outgoing);
  }

  @Test
  void limit_isThatOfThisProcess() {
    assertThat(OpenFiles.ofThisProcess().limit()).isGreaterThan(100);
  }
}
