package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BootClockTest {

  @TempDir Path folder;

  private void write(String boot, String uptime) throws IOException {
    Files.createDirectories(folder.resolve("sys/kernel/random"));
    Files.writeString(folder.resolve("sys/kernel/random/boot_id"), boot);
    Files.writeString(folder.resolve("uptime"), uptime);
  }

  @Test
  void reading_hasMilliseconds() throws IOException {
    write("9b2e\n", "12345.67 54321.00\n");
    assertThat(BootClock.of(folder).read()).contains(new BootClock.Reading("9b2e", 12_345_670));
  }

  @Test
  void systemWithoutTheClock_hasNoReading() throws IOException {
    assertThat(BootClock.none().read()).isEmpty();
    assertThat(BootClock.of(folder).read()).isEmpty();
    write("", "1.00 1.00\n");
    assertThat(BootClock.of(folder).read()).isEmpty();
    write("x".repeat(65), "1.00 1.00\n");
    assertThat(BootClock.of(folder).read()).isEmpty();
    write("9b2e", "soon\n");
    assertThat(BootClock.of(folder).read()).isEmpty();
  }
}
