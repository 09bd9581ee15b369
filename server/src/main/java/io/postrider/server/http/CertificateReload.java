package io.postrider.server.http;

import io.postrider.server.background.BackgroundTask;
import io.postrider.server.config.StartException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uses a new certificate when its files change, without a restart. While the new files cannot be
 * used, for instance because only one of them is replaced so far, the old certificate stays.
 */
public final class CertificateReload implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CertificateReload.class);
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Supplier<ServerCertificate> files;
  private final Consumer<ServerCertificate> use;
  private final InstantSource time;
  private final BackgroundTask task;
  private volatile ServerCertificate current;
  private String refused = "";

  /**
   * @param current the certificate in use
   * @param files reads the files
   * @param use lets new connections use a certificate
   * @param time tells whether it has expired
   */
  public CertificateReload(
      ServerCertificate current,
      Supplier<ServerCertificate> files,
      Consumer<ServerCertificate> use,
      InstantSource time) {
    this.current = current;
    this.files = files;
    this.use = use;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                INTERVAL, "tls-reload", "Cannot check the certificate files; retrying."),
            this::check);
  }

  /** Checks the files from now on. */
  public CertificateReload start() {
    say("Serving HTTPS with the certificate of {}.");
    BackgroundTask _ = task.start();
    return this;
  }

  private void say(String use) {
    if (current.expires().isAfter(time.instant())) {
      LOG.info(use, current);
    } else {
      LOG.warn(use + " It has expired: clients refuse it.", current);
    }
  }

  /** Reads the files; returns whether there is more to do, which there never is. */
  boolean check() {
    ServerCertificate read;
    try {
      read = files.get();
    } catch (StartException unusable) {
      if (!refused.equals(unusable.getMessage())) {
        refused = String.valueOf(unusable.getMessage());
        LOG.error("{} The old certificate stays in use; it expires {}.", refused, expires());
      }
      return false;
    }
    refused = "";
    if (!read.isSame(current)) {
      use.accept(read);
      current = read;
      say("New connections use the certificate of {}.");
    }
    return false;
  }

  /** When the certificate in use expires. */
  public Instant expires() {
    return current.expires();
  }

  @Override
  public void close() {
    task.close();
  }
}
