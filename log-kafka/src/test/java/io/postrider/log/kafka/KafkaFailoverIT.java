package io.postrider.log.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import io.postrider.log.kafka.KafkaLogOptions.Timeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three brokers, of which one is killed and another paused while records are appended. */
@Timeout(240)
final class KafkaFailoverIT {

  private static final int PARTITIONS = 3;
  private static final long PACE_NANOS = 2_000_000;

  private static KafkaCluster cluster;

  private final TopicSettings topic =
      new TopicSettings("events", PARTITIONS, (short) 3, 2, Duration.ofDays(7));
  private final KafkaLogOptions options =
      KafkaLogOptions.DEFAULT.withTimeouts(
          new Timeouts(
              Duration.ofSeconds(60),
              Duration.ofSeconds(50),
              Duration.ofSeconds(30),
              Duration.ofSeconds(60)));

  /** For each partition the text of the acknowledged record at an offset. */
  private final List<Map<Long, String>> acknowledged = new ArrayList<>();

  private final List<Set<String>> attempted = new ArrayList<>();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicInteger failures = new AtomicInteger();

  @BeforeAll
  static void start() {
    cluster = KafkaCluster.start(BrokerVersion.V4_3, 3);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void acknowledgedRecords_surviveBrokers() throws Exception {
    try (KafkaLog log = KafkaLog.open(cluster.connection(), topic, options);
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> appenders = new ArrayList<>();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        int to = partition;
        acknowledged.add(new ConcurrentHashMap<>());
        attempted.add(ConcurrentHashMap.newKeySet());
        appenders.add(pool.submit(() -> append(log, to)));
      }
      awaitMore();
      KafkaBroker killed = cluster.brokers().getFirst();
      killed.kill();
      awaitMore();
      killed.start();
      cluster.awaitBrokers(3);
      awaitInSync();
      awaitMore();
      KafkaBroker paused = cluster.brokers().getLast();
      paused.pause();
      awaitMore();
      paused.resume();
      cluster.awaitBrokers(3);
      awaitMore();
      stopping.set(true);
      for (Future<Void> appender : appenders) {
        appender.get(90, TimeUnit.SECONDS);
      }
      for (int partition = 0; partition < PARTITIONS; partition++) {
        assertComplete(log, partition);
      }
    }
  }

  /** Appends until told to stop; the outcome of what fails is unknown. */
  private Void append(KafkaLog log, int partition) throws Exception {
    for (int i = 0; !stopping.get(); i++) {
      String text = partition + " " + i;
      attempted.get(partition).add(text);
      try {
        long offset =
            log.append(partition, RecordBatch.of(text.getBytes(UTF_8))).get(90, TimeUnit.SECONDS);
        assertThat(acknowledged.get(partition).put(offset, text)).isNull();
      } catch (ExecutionException e) {
        failures.incrementAndGet();
      }
      LockSupport.parkNanos(PACE_NANOS); // leaves the processors to the brokers
    }
    return null;
  }

  /** Waits until each partition has taken more records. */
  private void awaitMore() {
    for (Map<Long, String> records : acknowledged) {
      int enough = records.size() + 50;
      await()
          .atMost(Duration.ofSeconds(90))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> records.size() >= enough);
    }
  }

  /** Another broker may go only when all three hold every record. */
  private void awaitInSync() {
    await()
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(
            () ->
                cluster
                    .admin()
                    .describeTopics(List.of(topic.name()))
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .partitions()
                    .stream()
                    .allMatch(partition -> partition.isr().size() == 3));
  }

  private void assertComplete(KafkaLog log, int partition) {
    Map<Long, String> expected = acknowledged.get(partition);
    Set<String> seen = new HashSet<>();
    long end = log.endOffset(partition);
    try (LogReader reader = log.reader(partition, 0)) {
      while (reader.position() < end) {
        for (LogRecord record : reader.read(64 * 1024)) {
          String text = UTF_8.decode(record.bytes()).toString();
          assertThat(seen.add(text)).as("%s is stored once", text).isTrue();
          String acknowledgedText = expected.remove(record.offset());
          if (acknowledgedText != null) {
            assertThat(text).isEqualTo(acknowledgedText);
          }
        }
      }
    }
    assertThat(expected).as("acknowledged and not found").isEmpty();
    assertThat(attempted.get(partition)).as("records that nobody appended").containsAll(seen);
  }
}
