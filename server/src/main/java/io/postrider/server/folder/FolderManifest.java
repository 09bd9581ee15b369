package io.postrider.server.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code manifest} of a data folder, and what it says. May be called from any thread; the
 * caller has locked the folder.
 *
 * <p>A file is listed when it is durable and before anything depends on it, and leaves the list
 * before it is moved away. So a crash never makes a listed file missing. The manifest itself exists
 * before the log's; a folder of an earlier version has neither and gets both.
 */
public final class FolderManifest {

  /** Its name in the data folder. */
  public static final String NAME = "manifest";

  /** A manifest is far shorter. */
  private static final int MAX_BYTES = 64 * 1024;

  private static final int MARK_BYTES = 8;

  private final Path folder;
  private final Runnable afterStep;
  private @Nullable Manifest known;

  private FolderManifest(Path folder, Runnable afterStep) {
    this.folder = folder;
    this.afterStep = afterStep;
  }

  /** The manifest of a folder, which is read when it is first needed. */
  public static FolderManifest of(Path folder) {
    return of(folder, () -> {});
  }

  /**
   * The same.
   *
   * @param afterStep called after each step of writing; tests let the process end there
   */
  static FolderManifest of(Path folder, Runnable afterStep) {
    return new FolderManifest(folder, afterStep);
  }

  /** The data folder. */
  public Path folder() {
    return folder;
  }

  /**
   * Refuses a folder that has lost a file.
   *
   * @param used the files that the configuration uses
   * @throws StartException if a listed file is missing, empty or another one
   */
  public synchronized void requireFiles(Set<DataFile> used) {
    List<String> lost = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Manifest manifest = manifest();
    for (DataFile file : DataFile.values()) {
      String mark = manifest.files().get(file);
      if (mark == null || !used.contains(file)) {
        continue;
      }
      problem(file, mark)
          .ifPresent(
              problem -> {
                Path path = file.in(folder).toAbsolutePath();
                lost.add("  %s %s. It holds %s.".formatted(path, problem, file.content()));
                names.add(file.fileName());
              });
    }
    if (!lost.isEmpty()) {
      throw new StartException(
          "The data folder %s has lost what was there before:%n%s%n%s"
              .formatted(
                  folder.toAbsolutePath(),
                  String.join(System.lineSeparator(), lost),
                  wayOut(String.join(" ", names))));
    }
  }

  /**
   * Refuses a manifest that this release cannot read. Writes nothing if there is one.
   *
   * @throws StartException if it is missing, damaged or of a later release
   */
  public synchronized void requireReadable() {
    var _ = manifest();
  }

  /** What to do about lost or damaged files. */
  public String wayOut(String names) {
    String command = "postrider accept-loss --data %s %s".formatted(folder.toAbsolutePath(), names);
    return "Check that the right disk is mounted, or restore the folder from a backup."
        + " To give up what is lost, run: "
        + command;
  }

  /** Whether a listed file is missing or empty. */
  public synchronized boolean isLost(DataFile file) {
    String mark = manifest().files().get(file);
    return mark != null && problem(file, mark).isPresent();
  }

  /**
   * Refuses a listed file that has another mark.
   *
   * @throws StartException if it has
   */
  public synchronized void requireMark(DataFile file, String mark) {
    String listed = manifest().files().getOrDefault(file, "");
    if (!listed.isEmpty() && !listed.equals(mark)) {
      throw new StartException(
          "The %s in %s is %s, but it was %s before. %s"
              .formatted(
                  file.fileName(),
                  file.in(folder).toAbsolutePath().getParent(),
                  mark,
                  listed,
                  wayOut(file.fileName())));
    }
  }

  /** Whether a file is listed with this mark, or not listed at all. */
  public synchronized boolean isMarked(DataFile file, String mark) {
    return manifest().files().getOrDefault(file, mark).equals(mark);
  }

  private Optional<String> problem(DataFile file, String mark) {
    Path path = file.in(folder);
    String obstacle = FileErrorText.obstacle(path);
    if (obstacle != null) {
      return Optional.of(obstacle);
    }
    try {
      if (!Files.exists(path)) {
        return Optional.of("is missing");
      }
      if (Files.size(path) == 0) {
        return Optional.of("is empty");
      }
      return file != DataFile.HASH_KEY || mark.isEmpty() || mark.equals(mark(path))
          ? Optional.empty()
          : Optional.of("is not the one that was there before");
    } catch (AccessDeniedException denied) {
      throw PrivateFile.unreadable(path, denied);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Lists all files that exist. Call it when they are durable and before anything depends on them.
   *
   * @param logIdentity the mark of the log, and of profiles that begin with it
   */
  public synchronized void listPresent(String logIdentity) {
    Manifest next = manifest();
    for (DataFile file : DataFile.values()) {
      if (Files.exists(file.in(folder))) {
        String mark =
            switch (file) {
              case LOG -> logIdentity;
              case PROFILES -> next.files().getOrDefault(file, logIdentity);
              case HASH_KEY -> ownMark(file);
              case CATALOG, CURSORS, STATISTICS, SECRETS_KEY, ADMIN_TOKEN -> "";
            };
        next = next.with(file, mark);
      }
    }
    replace(next);
  }

  /** Lets earlier releases refuse the folder. Call it before the log has compact records. */
  public synchronized void noteCompactRecords() {
    replace(manifest().withCompactRecords());
  }

  /** Whether the log may have compact records. */
  public synchronized boolean hasCompactRecords() {
    return manifest().compactRecords();
  }

  /** Lists a new file without a mark, which is durable. */
  public synchronized void list(DataFile file) {
    replace(manifest().with(file, ""));
  }

  /** Lets the next start begin without a file. */
  public synchronized void forget(DataFile file) {
    replace(manifest().without(file));
  }

  /** Remembers that a file is damaged, for the next start. */
  public synchronized void noteDamage(DataFile file) {
    replace(manifest().withDamaged(file));
  }

  /** Takes back {@link #noteDamage}: the file was repaired, or restored from a backup. */
  public synchronized void noteRepair(DataFile file) {
    replace(manifest().withoutDamaged(file));
  }

  /** Whether a file was found damaged while the program ran. */
  public synchronized boolean isDamaged(DataFile file) {
    return manifest().damaged().contains(file);
  }

  /** The files that were moved out of the way, oldest first. */
  synchronized List<SetAside> setAside() {
    return manifest().setAside();
  }

  /** Replaces the list of files that were moved out of the way; one need not exist any more. */
  synchronized void setAside(DataFile gone, List<SetAside> all) {
    replace(manifest().without(gone).withSetAside(all));
  }

  /** Writes a new manifest, without reading the one that is there. It lists nothing. */
  public synchronized void startOver() {
    known = null;
    write(Manifest.EMPTY);
  }

  private void replace(Manifest next) {
    if (known == null || !next.text().equals(known.text())) {
      write(next);
    }
  }

  private void write(Manifest next) {
    Path file = folder.resolve(NAME);
    try {
      PrivateFile.create(file, next.text().getBytes(UTF_8), afterStep);
      known = next;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write %s: %s".formatted(file.toAbsolutePath(), FileErrorText.ofFile(file, e)), e);
    }
  }

  private Manifest manifest() {
    if (known == null) {
      known = read();
    }
    return known;
  }

  private Manifest read() {
    Path file = folder.resolve(NAME);
    try {
      if (!Files.exists(file)) {
        if (Files.exists(DataFile.LOG.in(folder))) {
          throw refused("is missing, though the log has one");
        }
        write(Manifest.EMPTY);
        return Manifest.EMPTY;
      }
      String text = Files.size(file) > MAX_BYTES ? "" : new String(Files.readAllBytes(file), UTF_8);
      if (Manifest.isOfLaterRelease(text)) {
        throw new StartException(
            "%s was written by a later release. Run that release, or a later one."
                .formatted(file.toAbsolutePath()));
      }
      return Manifest.parse(text).orElseThrow(() -> refused("is empty or damaged"));
    } catch (IOException e) {
      throw new StartException(
          "Cannot read %s: %s".formatted(file.toAbsolutePath(), FileErrorText.ofFile(file, e)));
    }
  }

  private StartException refused(String why) {
    return new StartException(
        "%s %s, so that other lost files would not be noticed. %s"
            .formatted(folder.resolve(NAME).toAbsolutePath(), why, wayOut(NAME)));
  }

  private String ownMark(DataFile file) {
    try {
      return mark(file.in(folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Identifies the content of a key without revealing it. */
  private static String mark(Path file) throws IOException {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(hash, 0, MARK_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every JDK has SHA-256", impossible);
    }
  }

  /** The listed files and their marks. */
  synchronized Map<DataFile, String> files() {
    return manifest().files();
  }
}
