package io.postrider.log.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.Pace;
import io.postrider.log.RecordBatch;
import io.postrider.log.kafka.KafkaLogOptions.Timeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One broker that dies, stops, or changes its topic under a log. */
@Timeout(120)
final class KafkaFaultIT {

  private static final int MAX_QUEUED_BYTES = 64 * 1024;
  private static final KafkaLogOptions OPTIONS =
      KafkaLogOptions.DEFAULT
          .withSizes(16 * 1024, MAX_QUEUED_BYTES)
          .withTimeouts(
              new Timeouts(
                  Duration.ofSeconds(60),
                  Duration.ofSeconds(30),
                  Duration.ofSeconds(30),
                  Duration.ofSeconds(30)));

  private static KafkaCluster cluster;

  private final TopicSettings topic =
      new TopicSettings("log-" + Uuid.randomUuid(), 2, (short) 1, 1, Duration.ofDays(7));
  private final List<KafkaLog> logs = new ArrayList<>();

  @BeforeAll
  static void start() {
    cluster = KafkaCluster.start(BrokerVersion.V4_3, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void closeAll() {
    logs.forEach(KafkaLog::close);
  }

  private KafkaLog open() {
    return open(OPTIONS);
  }

  /** Opens with a delivery and a stall timeout. */
  private KafkaLog open(Duration delivery, Duration stall) {
    return open(
        OPTIONS.withTimeouts(
            new Timeouts(delivery, stall, Duration.ofSeconds(2), Duration.ofSeconds(30))));
  }

  private KafkaLog open(KafkaLogOptions options) {
    KafkaLog log = KafkaLog.open(cluster.connection(), topic, options);
    logs.add(log);
    return log;
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
  }

  private static RecordBatch batch(String text) {
    return RecordBatch.of(text.getBytes(UTF_8));
  }

  private static long append(KafkaLog log, String text) throws Exception {
    return log.append(0, batch(text)).get(60, TimeUnit.SECONDS);
  }

  private static void awaitRunning(KafkaLog log) {
    eventually().until(() -> log.state() instanceof LogState.Running);
  }

  @Test
  void restartedBroker_isUsedAgain() throws Exception {
    KafkaLog log = open();
    append(log, "before");
    CompletableFuture<Void> waiting = log.whenBeyond(0, 1);
    LogReader reader = log.reader(0, 0);
    cluster.broker().kill();
    CompletableFuture<Long> meanwhile = log.append(0, batch("meanwhile"));
    cluster.broker().start();
    cluster.awaitBrokers(1);
    assertThat(meanwhile.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    waiting.get(60, TimeUnit.SECONDS);
    assertThat(reader.read(1000)).hasSize(2);
    assertThat(append(log, "after")).isEqualTo(2);
    awaitRunning(log);
    assertThat(log.endOffset(0)).isEqualTo(3);
  }

  @Test
  void pausedBroker_stallsTheLogUntilItReturns() throws Exception {
    KafkaLog log = open(Duration.ofSeconds(60), Duration.ofSeconds(1));
    append(log, "a");
    cluster.broker().pause();
    CompletableFuture<Long> waiting;
    try {
      waiting = log.append(0, batch("b"));
      eventually().until(() -> log.state() instanceof LogState.Stalled);
      assertThat(log.append(0, batch("c")))
          .isCompletedExceptionally()
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(LogUnavailableException.class)
          .withMessageContaining("not acknowledged");
      assertThat(waiting).isNotDone();
    } finally {
      cluster.broker().resume();
    }
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    awaitRunning(log);
    assertThat(append(log, "d")).isEqualTo(2);
  }

  @Test
  void pausedBroker_failsWhatWaitsTooLong() throws Exception {
    KafkaLog log = open(Duration.ofSeconds(3), Duration.ofSeconds(1));
    append(log, "a");
    cluster.broker().pause();
    try {
      assertThat(log.append(0, batch("b")))
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withCauseInstanceOf(LogUnavailableException.class);
      assertThat(log.state()).isInstanceOf(LogState.Stalled.class);
      assertThatThrownBy(() -> log.endOffset(0)).isInstanceOf(LogUnavailableException.class);
    } finally {
      cluster.broker().resume();
    }
    awaitRunning(log); // without an append
    append(log, "c");
    assertThat(log.record(0, 0)).isPresent();
  }

  @Test
  void queue_isBusyExactlyBeyondItsBoundWhileTheBrokerIsAway() throws Exception {
    KafkaLog log = open();
    append(log, "a");
    cluster.broker().pause();
    List<CompletableFuture<Long>> queued = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        queued.add(log.append(i % 2, RecordBatch.of(new byte[MAX_QUEUED_BYTES / 4 - 4])));
      }
      assertThat(log.append(1, RecordBatch.of(new byte[0])))
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(LogBusyException.class);
      assertThat(queued).noneMatch(CompletableFuture::isDone);
    } finally {
      cluster.broker().resume();
    }
    for (CompletableFuture<Long> one : queued) {
      one.get(60, TimeUnit.SECONDS);
    }
    append(log, "b");
  }

  @Test
  void topicCreatedAgain_isRefused() throws Exception {
    KafkaLog log = open();
    LogReader reader = log.reader(0, 0);
    LogIdentity identity = log.identity();
    append(log, "a");
    cluster.admin().deleteTopics(List.of(topic.name())).all().get();
    eventually()
        .ignoreExceptions()
        .until(
            () -> {
              cluster
                  .admin()
                  .createTopics(List.of(new NewTopic(topic.name(), 2, (short) 1)))
                  .all()
                  .get();
              return true;
            });
    eventually().until(() -> log.state() instanceof LogState.Failed);
    assertThat(log.state().message()).contains("deleted and created again");
    assertThat(log.append(0, batch("b")))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> reader.read(1000)).isInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> log.reader(0, 0)).isInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> log.endOffset(0)).hasMessageContaining("reset the cursors");
    cluster.admin().deleteTopics(List.of(topic.name())).all().get();
    eventually().ignoreExceptions().until(() -> !open().identity().equals(identity));
  }

  @Test
  void changedPartitionCount_isRefusedAtTheStart() throws Exception {
    KafkaLog log = open();
    append(log, "a");
    cluster.admin().createPartitions(Map.of(topic.name(), NewPartitions.increaseTo(3))).all().get();
    assertThat(append(log, "b")).isEqualTo(1); // a running node keeps to its partitions
    eventually()
        .untilAsserted(
            () ->
                assertThatThrownBy(this::open)
                    .isInstanceOf(TopicRefusedException.class)
                    .hasMessageContaining("3 partitions, 'log.kafka.partitions' is 2"));
  }

  @Test
  void moreReplicasThanBrokers_areRefused() {
    TopicSettings three = new TopicSettings(topic.name(), 1, (short) 3, 2, Duration.ofDays(7));
    assertThatThrownBy(() -> KafkaLog.open(cluster.connection(), three, OPTIONS))
        .isInstanceOf(TopicRefusedException.class)
        .hasMessageContaining("lower 'log.kafka.replication'");
  }

  @Test
  void unreachableBrokers_areReported() {
    KafkaLogOptions options =
        OPTIONS.withTimeouts(
            new Timeouts(
                Duration.ofSeconds(20),
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1)));
    assertThatThrownBy(
            () -> KafkaLog.open(KafkaConnection.plaintext("127.0.0.1:1"), topic, options))
        .isInstanceOf(LogUnavailableException.class)
        .hasMessageContaining("'log.kafka.bootstrap'");
  }

  @Test
  void otherNode_seesWhatIsAppended() throws Exception {
    KafkaLog one = open();
    KafkaLog two = open();
    assertThat(two.identity()).isEqualTo(one.identity());
    for (int i = 0; i < 20; i++) {
      assertThat(append(one, "record " + i)).isEqualTo(i);
      assertThat(two.endOffset(0)).isEqualTo(i + 1);
    }
    assertThat(two.record(0, 19)).isPresent();
    CompletableFuture<Void> more = two.whenBeyond(0, 21);
    append(one, "more");
    assertThat(more).isNotDone();
    append(one, "enough");
    more.get(60, TimeUnit.SECONDS);
    assertThat(two.reader(0, 0).read(100_000)).hasSize(22);
    assertThat(append(two, "answer")).isEqualTo(22);
    assertThat(one.record(0, 22)).isPresent();
  }

  @Test
  void readerInBulk_seesWhatAnotherNodeAppends_alsoAfterABrokerRestarted() throws Exception {
    KafkaLog one = open();
    KafkaLog two = open();
    LogReader reader = two.reader(0, 0, Pace.BULK);
    CompletableFuture<Void> third = two.whenBeyond(0, 2, Pace.BULK);
    append(one, "a");
    append(one, "b");
    assertThat(third).isNotDone();
    append(one, "c");
    third.get(60, TimeUnit.SECONDS);
    assertThat(reader.read(100_000)).hasSize(3);
    CompletableFuture<Void> fourth = two.whenBeyond(0, 3, Pace.BULK);
    cluster.broker().kill();
    cluster.broker().start();
    cluster.awaitBrokers(1);
    eventually().ignoreExceptions().until(() -> append(one, "d") >= 3);
    fourth.get(60, TimeUnit.SECONDS);
    assertThat(reader.read(100_000)).isNotEmpty();
    assertThat(reader.position()).isEqualTo(two.endOffset(0));
    assertThat(reader.read(100_000)).isEmpty();
  }
}
