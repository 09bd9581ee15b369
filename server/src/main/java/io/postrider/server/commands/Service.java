package io.postrider.server.commands;

import io.postrider.log.SteadyTime;
import io.postrider.server.Server;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.ops.Logging;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the service until a signal stops it. */
final class Service {

  private Service() {}

  static int run(Settings settings, boolean acceptProfileLoss) throws InterruptedException {
    Config config = Config.of(settings);
    Logging.format(config.logging().format());
    Logger log = LoggerFactory.getLogger(Service.class);
    settings.warnings().forEach(log::warn);
    Server server =
        Server.start(config, InstantSource.system(), SteadyTime.ofSystem(), acceptProfileLoss);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, log), "stop"));
    Banner.print(System.out, config, server);
    new CountDownLatch(1).await();
    return 0;
  }

  /** Runs on a signal. Exits with 0 instead of the JVM's 143, because the stop is orderly. */
  private static void stop(Server server, Logger log) {
    log.info("Stopping: completing accepted requests.");
    server.close();
    log.info("Stopped.");
    Runtime.getRuntime().halt(0);
  }
}
