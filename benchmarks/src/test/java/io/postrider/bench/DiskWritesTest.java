package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DiskWritesTest {
  private static final List<String> STATS =
      List.of(
          "   7       0 loop0 1 0 8 0 0 0 0 0 0 0 0",
          " 254       0 vda 94 1 6 4 39 21 1000 3 0 5 7 0 0 0 0",
          " 254       1 vda1 94 1 6 4 39 21 2000 3 0 5 7 0 0 0 0",
          " 259     300 nvme0n1p9 94 1 6 4 39 21 3000 3 0 5 7 0 0 0 0");

  @Test
  void disk_isFoundByItsNumbers() {
    assertThat(DiskWrites.bytes(STATS, 254 << 8)).isEqualTo(512_000);
    assertThat(DiskWrites.bytes(STATS, (254 << 8) | 1)).isEqualTo(1_024_000);
    // a minor number over 255 has its upper bits above the major number
    assertThat(DiskWrites.bytes(STATS, (1 << 20) | (259 << 8) | 44)).isEqualTo(1_536_000);
  }

  @Test
  void folderOnNoDisk_isAnError() {
    assertThatThrownBy(() -> DiskWrites.bytes(STATS, 9 << 8)).hasMessageContaining("no device 9:0");
  }
}
