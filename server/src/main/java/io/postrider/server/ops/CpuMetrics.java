package io.postrider.server.ops;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.postrider.server.background.CpuLoad;
import java.lang.management.ManagementFactory;

/**
 * The use of the processors, under the names that Micrometer gives it. Its own binder would ask the
 * JVM for the load of the system, which disturbs {@link CpuLoad}.
 */
record CpuMetrics(CpuLoad processors) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Gauge.builder("system.cpu.count", system, OperatingSystemMXBean::getAvailableProcessors)
        .description("The number of processors available to the Java virtual machine")
        .register(registry);
    Gauge.builder("system.load.average.1m", system, OperatingSystemMXBean::getSystemLoadAverage)
        .description("The average number of runnable threads over the last minute")
        .register(registry);
    Gauge.builder("system.cpu.usage", processors, load -> load.use().all())
        .description("The recent load of the whole system")
        .register(registry);
    Gauge.builder("process.cpu.usage", system, OperatingSystemMXBean::getProcessCpuLoad)
        .description("The recent load of the Java virtual machine process")
        .register(registry);
    FunctionCounter.builder("process.cpu.time", system, OperatingSystemMXBean::getProcessCpuTime)
        .description("The processor time that the Java virtual machine process has used")
        .baseUnit("ns")
        .register(registry);
  }
}
