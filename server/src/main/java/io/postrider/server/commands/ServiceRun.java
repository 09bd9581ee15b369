package io.postrider.server.commands;

import io.postrider.server.Server;
import io.postrider.server.config.Config;
import io.postrider.server.ops.Logging;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of the service, from start to the signal that ends it. */
final class ServiceRun {

  private final Config config;
  private final List<String> warnings;

  ServiceRun(Config config, List<String> warnings) {
    this.config = config;
    this.warnings = warnings;
  }

  /** Serves until the process is told to stop, and then finishes what was accepted. */
  int run() {
    Logging.format(config.logging().format());
    Logger log = LoggerFactory.getLogger(ServiceRun.class);
    warnings.forEach(log::warn);
    Server server = Server.start(config, InstantSource.system());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, log), "stop"));
    Banner.print(System.out, config, server);
    await(new CountDownLatch(1));
    return 0;
  }

  /**
   * Runs when a signal ends the process. The JVM would exit with 143 for SIGTERM; an orderly end is
   * no failure, so it exits with 0.
   */
  private static void stop(Server server, Logger log) {
    log.info("Stopping: finishing what was accepted.");
    server.close();
    log.info("Stopped.");
    Runtime.getRuntime().halt(0);
  }

  private static void await(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
