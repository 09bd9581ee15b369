package io.postrider.server.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Moves files of the data folder out of the way, so that new ones take their place. May be called
 * from any thread.
 *
 * <p>The manifest changes first: a crash in between leaves a file that need not exist, and the next
 * start finds it damaged again. The main file of a database moves last, because a new one must not
 * meet the old write-ahead log.
 */
public final class DamagedFiles {

  /** The most copies of one file; older ones are deleted. */
  static final int MAX_COPIES = 5;

  private static final DateTimeFormatter NAME_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final FolderManifest manifest;
  private final InstantSource time;
  private final Path folder;

  public DamagedFiles(FolderManifest manifest, InstantSource time) {
    this.manifest = manifest;
    this.time = time;
    this.folder = manifest.folder();
  }

  /** Moves a file away, if it exists; returns its new name, in the same folder. */
  public synchronized String setAside(DataFile file) {
    Instant now = time.instant().truncatedTo(ChronoUnit.MILLIS);
    String name = file.in(folder).getFileName() + ".damaged-" + NAME_TIME.format(now);
    List<SetAside> all = new ArrayList<>(manifest.setAside());
    all.add(new SetAside(file, now, name));
    List<SetAside> copies = all.stream().filter(one -> one.file() == file).toList();
    List<SetAside> surplus = copies.subList(0, Math.max(0, copies.size() - MAX_COPIES));
    all.removeAll(surplus);
    try {
      manifest.setAside(file, all);
      for (Path part : file.parts(folder)) {
        move(part, file.in(folder), name);
      }
      for (SetAside old : surplus) {
        for (String suffix : List.of("-wal", "-shm", "")) {
          Files.deleteIfExists(file.in(folder).resolveSibling(old.name() + suffix));
        }
      }
      try (FileChannel directory =
          FileChannel.open(file.in(folder).toAbsolutePath().getParent(), StandardOpenOption.READ)) {
        directory.force(true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot move " + file.in(folder) + " out of the way", e);
    }
    return name;
  }

  private static void move(Path part, Path main, String name) throws IOException {
    if (Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
      String suffix = part.toString().substring(main.toString().length());
      Files.move(part, part.resolveSibling(name + suffix), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** The files that were moved away and are still there, oldest first. */
  public List<SetAside> copies() {
    return manifest.setAside().stream()
        .filter(one -> Files.exists(one.file().in(folder).resolveSibling(one.name())))
        .toList();
  }
}
