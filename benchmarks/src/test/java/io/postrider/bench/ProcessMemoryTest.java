package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

  @Test
  void g1_isOneNumber() {
    assertThat(
            ProcessMemory.usedHeapMib(
                """
                123:
                 garbage-first heap   total reserved 524288K, committed 524288K, used 102400K [0x0)
                  region size 1024K, 1 young (1024K), 0 survivors (0K)
                 Metaspace       used 40960K, committed 41000K, reserved 1114112K
                  class space    used 4096K, committed 4200K, reserved 1048576K
                """))
        .isEqualTo(100);
  }

  @Test
  void serial_isTheSumOfItsGenerations() {
    assertThat(
            ProcessMemory.usedHeapMib(
                """
                 DefNew    total 9792K, used 2048K [0x0, 0x0, 0x0)
                 Tenured   total 21888K, used 3072K [0x0, 0x0, 0x0)
                 Metaspace       used 900K, committed 1000K, reserved 1114112K
                """))
        .isEqualTo(5);
  }

  @Test
  void otherText_isRefused() {
    assertThatThrownBy(() -> ProcessMemory.usedHeapMib("Unable to open socket file"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Unable to open socket file");
  }

  @Test
  void ownProcess_isMeasured() throws IOException, InterruptedException {
    assertThat(ProcessMemory.liveHeapMib(ProcessHandle.current().pid())).isPositive();
  }
}
