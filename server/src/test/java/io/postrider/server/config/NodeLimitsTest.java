package io.postrider.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeLimitsTest {

  private static final long MIB = 1 << 20;
  private static final OpenFiles MANY_FILES = new OpenFiles(1_000_000);

  private static NodeLimits limits(long heapMib, Map<String, String> settings) {
    return NodeLimits.of(
        Config.of(Settings.load(null, Map.of(), settings)), heapMib * MIB, MANY_FILES);
  }

  /** The table in docs/operating.md. */
  @ParameterizedTest
  @CsvSource({
    "128, 491, 327, 11, 16, 5",
    "256, 1241, 827, 29, 38, 14",
    "512, 2730, 1820, 64, 64, 32",
    "1024, 5709, 3806, 133, 64, 66",
    "2048, 11667, 7778, 256, 64, 128",
    "4096, 20000, 15722, 256, 64, 128",
  })
  void limits_growWithTheHeap(
      long heap, int clients, int receivers, long bodies, long log, long queues) {
    NodeLimits limits = limits(heap, Map.of());
    assertThat(limits.clientConnections()).isEqualTo(clients);
    assertThat(limits.receiverConnections()).isEqualTo(receivers);
    assertThat(limits.bodyBytes() / MIB).isEqualTo(bodies);
    assertThat(limits.logBytes() / MIB).isEqualTo(log);
    assertThat(limits.queueBytes() / MIB).isEqualTo(queues);
  }

  @ParameterizedTest
  @ValueSource(longs = {92, 96, 128, 200, 512, 4096})
  void limits_fitIntoTheHeapTogether(long heap) {
    NodeLimits limits = limits(heap, Map.of());
    long sum =
        limits.bodyBytes()
            + limits.logBytes()
            + limits.queueBytes()
            + limits.inFlightBytes()
            + limits.sampleBytes()
            + limits.ledgerBytes();
    assertThat(sum).isLessThan(heap * MIB * 3 / 4 - HeapShares.PROGRAM_BYTES);
    assertThat(limits.clientConnections()).isGreaterThanOrEqualTo(64);
    assertThat(limits.receiverConnections()).isGreaterThanOrEqualTo(64);
  }

  @Test
  void configuredSizes_areObeyed_andTheOthersShareTheRest() {
    NodeLimits limits =
        limits(256, Map.of("log.max-waiting", "64MiB", "http.body-memory", "10MiB"));
    assertThat(limits.logBytes()).isEqualTo(64 * MIB);
    assertThat(limits.bodyBytes()).isEqualTo(10 * MIB);
    assertThat(limits.queueBytes()).isLessThan(15 * MIB).isGreaterThan(8 * MIB);
    assertThat(limits(4096, Map.of("http.max-connections", "7")).clientConnections()).isEqualTo(7);
  }

  @Test
  void sizesBeyondTheHeap_areRefused_withTheHeapTheyNeed() {
    assertThatThrownBy(() -> limits(128, Map.of("log.max-waiting", "64MiB")))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "The heap of 128 MiB is too small; these settings need 156 MiB. Raise it"
                + " (POSTRIDER_JAVA_OPTS=-Xmx156m), or lower 'log.max-waiting' (64 MiB).");
    assertThat(limits(156, Map.of("log.max-waiting", "64MiB")).logBytes()).isEqualTo(64 * MIB);
    assertThatThrownBy(() -> limits(91, Map.of()))
        .hasMessage(
            "The heap of 91 MiB is too small; these settings need 92 MiB. Raise it"
                + " (POSTRIDER_JAVA_OPTS=-Xmx92m).");
  }

  @Test
  void fewFiles_areSharedOut_orRefused() {
    Config config = Config.of(Settings.load(null, Map.of(), Map.of()));
    NodeLimits limits = NodeLimits.of(config, 4096 * MIB, new OpenFiles(256));
    assertThat(limits.clientConnections()).isEqualTo(72);
    assertThat(limits.receiverConnections()).isEqualTo(54);
    assertThatThrownBy(
            () -> NodeLimits.of(config, 4096 * MIB, new OpenFiles(OpenFiles.MIN_LIMIT - 1)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("may open only 191 files");
  }

  @Test
  void oneDestinationsQueue_isAPartOfAllQueues() {
    DeliveryConfig delivery = Config.of(Settings.load(null, Map.of(), Map.of())).delivery();
    assertThat(limits(128, Map.of()).destinationQueueBytes(delivery)).isEqualTo(188_743);
    assertThat(limits(4096, Map.of()).destinationQueueBytes(delivery)).isEqualTo(4 * MIB);
  }

  @Test
  void commitBatches_areAPartOfTheHeap_withinBounds() {
    assertThat(limits(92, Map.of()).commitBytes()).isEqualTo(512 * 1024);
    assertThat(limits(1024, Map.of()).commitBytes()).isEqualTo(4 * MIB);
    assertThat(limits(4096, Map.of()).commitBytes()).isEqualTo(8 * MIB);
  }

  @Test
  void adminRequests_areBounded() {
    assertThat(limits(92, Map.of()).adminRequests()).isEqualTo(16);
    assertThat(limits(4096, Map.of()).adminRequests()).isEqualTo(128);
  }
}
