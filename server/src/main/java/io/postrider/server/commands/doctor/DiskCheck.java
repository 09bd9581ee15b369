package io.postrider.server.commands.doctor;

import io.postrider.server.config.Config;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.folder.FolderManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks the data folder: its mode, its manifest, the free space, and how long an fsync takes. */
final class DiskCheck {

  private static final int SYNCS = 20;
  private static final int PAGE = 4_096;
  private static final double SLOW_MILLIS = 20;
  private static final double TOO_SLOW_MILLIS = 500;
  private static final double LITTLE_SHARE = 0.05;
  private static final long GIB = 1L << 30;

  private DiskCheck() {}

  static List<Finding> of(Config config) {
    Path folder = config.data().dir().toAbsolutePath();
    List<Finding> findings = new ArrayList<>();
    try {
      Path existing = existing(folder);
      if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
        findings.add(
            Finding.problem(
                "data folder",
                existing + " is not a folder that this user can write to.",
                "Choose another one with --data, or give it to the user that runs the service."));
        return findings;
      }
      findings.add(mode(folder));
      manifest(folder).ifPresent(findings::add);
      FileStore store = Files.getFileStore(existing);
      findings.add(
          space(store.getUsableSpace(), store.getTotalSpace(), config.log().segmentSize().bytes()));
      findings.add(sync(medianSyncMillis(existing)));
    } catch (IOException e) {
      findings.add(
          Finding.problem(
              "data folder",
              "Cannot use %s: %s".formatted(folder, FileErrorText.ofFolder(folder, e)),
              "Check the disk and its permissions."));
    }
    return findings;
  }

  private static Path existing(Path folder) {
    Path path = folder;
    while (!Files.exists(path) && path.getParent() != null) {
      path = path.getParent();
    }
    return path;
  }

  private static Finding mode(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return Finding.ok("data folder", folder + " does not exist; the first start creates it.");
    }
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    return mode.endsWith("------")
        ? Finding.ok("data folder", folder + " is for its owner only.")
        : Finding.warning(
            "data folder",
            "Other users can access %s (mode %s), which contains keys and messages."
                .formatted(folder, mode),
            "Run: chmod 700 " + folder);
  }

  /** A problem if this release cannot read the manifest of the folder. */
  private static Optional<Finding> manifest(Path folder) {
    if (!Files.exists(folder.resolve(FolderManifest.NAME))) {
      return Optional.empty(); // a new folder, or one of an earlier release
    }
    try {
      FolderManifest.of(folder).requireReadable();
      return Optional.empty();
    } catch (StartException e) {
      return Optional.of(
          Finding.problem(
              "manifest",
              String.valueOf(e.getMessage()),
              "The service does not start with this folder; choose another one with --data, or"
                  + " follow the advice."));
    }
  }

  static Finding space(long free, long total, long segment) {
    String text =
        String.format(
            Locale.ROOT, "%.1f of %.1f GiB are free.", (double) free / GIB, (double) total / GIB);
    if (free < 2 * segment) {
      return Finding.problem(
          "disk space", text, "Free space: the log needs at least two segments of its size.");
    }
    return free < LITTLE_SHARE * total
        ? Finding.warning("disk space", text, "Free space, or set log.retention-size.")
        : Finding.ok("disk space", text);
  }

  static Finding sync(double millis) {
    String text = String.format(Locale.ROOT, "An fsync takes %.1f ms (median of 20).", millis);
    if (millis > TOO_SLOW_MILLIS) {
      return Finding.problem("fsync", text, "Use a faster disk: every request waits for an fsync.");
    }
    return millis > SLOW_MILLIS
        ? Finding.warning("fsync", text, "Use a faster disk: every request waits for an fsync.")
        : Finding.ok("fsync", text);
  }

  private static double medianSyncMillis(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "doctor-", ".tmp");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long[] nanos = new long[SYNCS];
      for (int i = 0; i < SYNCS; i++) {
        channel.write(ByteBuffer.allocate(PAGE), (long) i * PAGE);
        long start = System.nanoTime();
        channel.force(false);
        nanos[i] = System.nanoTime() - start;
      }
      Arrays.sort(nanos);
      return nanos[SYNCS / 2] / 1e6;
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
