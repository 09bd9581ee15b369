package io.postrider.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.LogState;
import io.postrider.log.RecordLog;
import io.postrider.log.StableClock;
import io.postrider.message.HashKey;
import io.postrider.message.RecordForm;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.DelayedStarts;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.background.SystemCpuLoad;
import io.postrider.server.cluster.JobLeases;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.cluster.MigratedFolder;
import io.postrider.server.cluster.PartitionCount;
import io.postrider.server.cluster.SharedKey;
import io.postrider.server.cluster.SharedToken;
import io.postrider.server.config.Config;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.NodeLimits;
import io.postrider.server.config.Role;
import io.postrider.server.config.TracingConfig;
import io.postrider.server.database.Databases;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ops.BootClock;
import io.postrider.server.ops.ClockJumpReporter;
import io.postrider.server.ops.LogMetrics;
import io.postrider.server.ops.ProcessMetrics;
import io.postrider.server.tracing.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the features of a node share.
 *
 * @param limits the limits that follow from heap and open files
 * @param time the wall clock, for what is shown and stored; it may be set
 * @param steadyTime the clock for durations; it advances evenly and is never shown
 * @param bootClock goes on while the program is restarted
 * @param manifest of the data folder, which is locked by this process
 * @param kafka the brokers that hold the log; empty if it is in the data folder
 * @param jobs the jobs that one of several nodes runs
 * @param hashKey the key of the hashes in records
 * @param deduplication the messages of the log's last hours
 * @param retained the records that deliveries still need
 * @param throttle slows followers of the log while the processors are busy
 * @param tracing null if calls are not traced
 * @param delayed begins what is added when the node serves requests
 * @param closing closes what is added, in reverse order
 */
public record NodeContext(
    Config config,
    NodeLimits limits,
    InstantSource time,
    InstantSource steadyTime,
    BootClock bootClock,
    FolderManifest manifest,
    Databases databases,
    SecretSeal seal,
    RecordLog log,
    Supplier<LogState> logState,
    Optional<KafkaEngine> kafka,
    JobLeases jobs,
    HashKey hashKey,
    Deduplication deduplication,
    RetainedOffsets retained,
    Vertx vertx,
    FollowerThrottle throttle,
    PrometheusMeterRegistry metrics,
    @Nullable Tracing tracing,
    DelayedStarts delayed,
    ClosingStack closing) {

  /** Opens the data folder, the databases (in the background), the log and the event loops. */
  static NodeContext open(
      Config config,
      InstantSource system,
      InstantSource steadyTime,
      BootClock bootClock,
      boolean acceptProfileLoss,
      ClosingStack closing)
      throws IOException {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    SystemCpuLoad processors = new SystemCpuLoad();
    closing.add(ProcessMetrics.bind(metrics, processors, config.data().dir()));
    Tracing tracing = tracing(config.tracing(), metrics, closing);
    InstantSource time =
        new StableClock(system, steadyTime, StableClock.CONFIRM, new ClockJumpReporter(metrics));
    NodeLimits limits = NodeLimits.of(config);
    DataFolder folder = closing.add(DataFolder.open(config.data().dir()));
    folder.requireServable(config);
    folder.requireFiles(config, acceptProfileLoss);
    FolderManifest manifest = folder.manifest();
    boolean delivers = config.node().has(Role.DELIVER);
    Databases databases = closing.add(Databases.of(config, manifest, time));
    databases.beginOpening(delivers);
    RetainedOffsets retained = new RetainedOffsets();
    SecretSeal seal = SecretSeal.of(config, manifest);
    NodeLog log =
        switch (config.log().engine()) {
          case EMBEDDED ->
              NodeLog.embedded(
                  config, manifest, new LogMetrics(metrics), retained, system, steadyTime, closing);
          case KAFKA -> {
            SharedKey.require(databases.catalog(), seal);
            SharedToken.compare(databases.catalog(), seal, config.admin().token());
            HashKey key = new MigratedFolder(databases.catalog(), seal).hashKey();
            NodeLog opened = NodeLog.onKafka(config, key, time, steadyTime, closing);
            RecordLog records = opened.records();
            PartitionCount.require(databases.catalog(), records.identity(), records.partitions());
            yield opened;
          }
        };
    JobLeases jobs =
        closing.add(
            log.kafka()
                .map(kafka -> JobLeases.start(databases.catalog(), kafka.node(), steadyTime))
                .orElseGet(JobLeases::ofOneNode));
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                // no files of the class path, which it would copy to the temporary folder
                .setFileSystemOptions(new FileSystemOptions().setClassPathResolvingEnabled(false))
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(config.http().eventLoopCount()));
    closing.add(() -> Server.await(vertx.close()));
    return new NodeContext(
        config,
        limits,
        time,
        steadyTime,
        bootClock,
        manifest,
        databases,
        seal,
        log.records(),
        log.state(),
        log.kafka(),
        jobs,
        log.hashKey(),
        log.deduplication(),
        retained,
        vertx,
        new FollowerThrottle(processors, time, steadyTime),
        metrics,
        tracing,
        new DelayedStarts(),
        closing);
  }

  private static @Nullable Tracing tracing(
      TracingConfig config, MeterRegistry metrics, ClosingStack closing) {
    String url = config.url().orElse(null);
    return url == null ? null : closing.add(Tracing.open(url, config.samplePercent(), metrics));
  }

  /** The form of accepted records. On Kafka, nodes of an earlier version may read them, too. */
  public RecordForm recordForm() {
    return config.log().engine() == LogConfig.Engine.KAFKA ? RecordForm.WHOLE : RecordForm.COMPACT;
  }

  /**
   * Lists the files that exist now, so that the next start misses them. Call it before the node
   * accepts anything.
   */
  void listFiles() {
    manifest.listPresent(log.identity().toString());
    if (recordForm() == RecordForm.COMPACT) {
      manifest.noteCompactRecords();
    }
    Gauge.builder("postrider.data.files.set.aside", databases, all -> all.setAside().size())
        .description("Damaged files that were set aside and are still in the data folder")
        .register(metrics);
    Gauge.builder("postrider.data.files.damaged", databases, Databases::damagedFiles)
        .description("Database files that are damaged and in use")
        .register(metrics);
  }

  /** How long the log retains a record that is no longer needed, at most. */
  public Duration logRetention() {
    return new LogFactory(config, time, steadyTime).maxAge();
  }

  /** Whether this node has a role. */
  public boolean has(Role role) {
    return config.node().has(role);
  }
}
