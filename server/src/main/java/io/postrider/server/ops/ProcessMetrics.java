package io.postrider.server.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.postrider.server.background.CpuLoad;
import java.nio.file.Path;
import java.util.List;

/**
 * The metrics of the JVM, of the process, and of the disk that holds the data folder. A thread
 * registers them, because the JVM's own beans take long to load and a start must not wait.
 */
public final class ProcessMetrics implements AutoCloseable {

  /** Every read of it stops all threads, and anyone may read the metrics. */
  private static final String THREAD_STATES = "jvm.threads.states";

  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Thread registering;

  private ProcessMetrics(MeterRegistry registry, CpuLoad processors, Path dataFolder) {
    registering =
        Thread.ofPlatform()
            .name("process-metrics")
            .daemon()
            .unstarted(() -> register(registry, processors, dataFolder));
  }

  /** Registers the metrics in a registry that has none yet. */
  public static ProcessMetrics bind(MeterRegistry registry, CpuLoad processors, Path dataFolder) {
    registry.config().meterFilter(MeterFilter.denyNameStartsWith(THREAD_STATES));
    ProcessMetrics metrics = new ProcessMetrics(registry, processors, dataFolder);
    metrics.registering.start();
    return metrics;
  }

  private void register(MeterRegistry registry, CpuLoad processors, Path dataFolder) {
    List<MeterBinder> binders =
        List.of(
            collections,
            new JvmInfoMetrics(),
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ClassLoaderMetrics(),
            new CpuMetrics(processors),
            new FileDescriptorMetrics(),
            new UptimeMetrics(),
            new DiskSpaceMetrics(dataFolder.toFile()));
    binders.forEach(binder -> binder.bindTo(registry));
  }

  /** Stops listening to the garbage collector. */
  @Override
  public void close() {
    try {
      registering.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    collections.close();
  }
}
