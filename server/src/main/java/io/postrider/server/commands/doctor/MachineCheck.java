package io.postrider.server.commands.doctor;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.OpenFiles;
import io.postrider.server.folder.DataFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Checks the clock, the limit of open files and the ports. */
final class MachineCheck {

  private static final long GOOD_LIMIT = 8_192;
  private static final Instant RELEASE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration TOLERANCE = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private MachineCheck() {}

  /**
   * The clock.
   *
   * @param newest the time of the newest file of the log; null if there is none
   */
  static Finding clock(Instant now, @Nullable Instant newest) {
    String fix = "Set the clock, and keep it right with NTP (timedatectl set-ntp true).";
    if (now.isBefore(RELEASE)) {
      return Finding.problem("clock", "The clock says %s.".formatted(now), fix);
    }
    return newest != null && newest.isAfter(now.plus(TOLERANCE))
        ? Finding.problem(
            "clock", "The clock says %s, but data was written at %s.".formatted(now, newest), fix)
        : Finding.ok(
            "clock",
            "The clock says %s, which is after all data.".formatted(now.truncatedTo(SECONDS)));
  }

  /**
   * Whether something keeps the clock right.
   *
   * @param kernel what the kernel knows; empty if it does not say
   */
  static Finding ntp(Optional<KernelClock> kernel) {
    String name = "NTP";
    if (kernel.isEmpty()) {
      return Finding.warning(
          name,
          "It is unknown whether NTP keeps the clock right: the system does not say.",
          "Check it on the host: timedatectl, or chronyc tracking.");
    }
    return kernel.get().isSynchronized()
        ? Finding.ok(
            name,
            "The clock is synchronized; it is off by at most %d ms."
                .formatted(kernel.get().largestError().toMillis()))
        : Finding.warning(
            name,
            "The kernel says that nothing synchronizes the clock.",
            "Run NTP (timedatectl set-ntp true, or chrony), unless the host of this machine sets"
                + " its clock.");
  }

  /** When a file of the log last changed. */
  static @Nullable Instant newest(Path data) {
    Path log = data.resolve(DataFile.LOG.fileName());
    Instant newest = null;
    if (!Files.isDirectory(log)) {
      return null;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(log)) {
      for (Path file : files) {
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        newest = newest == null || changed.isAfter(newest) ? changed : newest;
      }
    } catch (IOException unreadable) {
      return null;
    }
    return newest;
  }

  static Finding openFiles(OpenFiles files) {
    String text = "This process may open %,d files.".formatted(files.limit());
    String fix = "Raise the limit (ulimit -n, LimitNOFILE); 65536 is a good value.";
    if (files.limit() < OpenFiles.MIN_LIMIT) {
      return Finding.problem("open files", text, fix);
    }
    return files.limit() < GOOD_LIMIT
        ? Finding.warning("open files", text, fix)
        : Finding.ok("open files", text);
  }

  /**
   * The port of a listener: free, or in use by this program.
   *
   * @param setting of the port
   */
  static Finding port(HttpConfig http, String setting) throws InterruptedException {
    int port = http.port();
    String name = "port " + port;
    if (port == 0) {
      return Finding.ok(name, "The start chooses a free port.");
    }
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(http.host(), port));
      return Finding.ok(name, "The port is free.");
    } catch (IOException e) {
      return answers(http)
          ? Finding.ok(name, "A service is running on it, and answers.")
          : Finding.problem(
              name,
              "Cannot listen on port %d of %s: %s.".formatted(port, http.host(), e.getMessage()),
              "Stop the process that uses it, or choose another port with --%s."
                  .formatted(setting));
    }
  }

  /** A certificate of another name is an answer, too. */
  private static boolean answers(HttpConfig http) throws InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      URI live = URI.create(http.ownUrl("127.0.0.1") + "/health/live");
      HttpRequest request = HttpRequest.newBuilder(live).timeout(TIMEOUT).build();
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (SSLHandshakeException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
