package io.postrider.server.commands.backup;

import io.postrider.log.LogCorruptException;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogSnapshot;
import io.postrider.server.commands.backup.BackupList.BackedUpFile;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.database.SqliteCopy;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes a backup of a data folder, while a service uses it or not. Belongs to one thread.
 *
 * <p>The order makes the copies fit: nothing in a file refers to what a file after it may lack. The
 * list of files is first: a file that appears later is in the backup and not on the list, which
 * harms nothing. Whether the log may have compact records is noted once more after the log, because
 * the service may be upgraded meanwhile. The catalog is next: a deletion that is not finished there
 * is done again, but one that is finished has already left the profiles. The cursors come before
 * the ledger, and all databases before the log, so that no position is beyond the end of its log.
 */
public final class BackupWriter {

  private static final List<DataFile> DATABASES =
      List.of(DataFile.CATALOG, DataFile.PROFILES, DataFile.STATISTICS, DataFile.CURSORS);
  private static final List<DataFile> KEYS =
      List.of(DataFile.HASH_KEY, DataFile.SECRETS_KEY, DataFile.ADMIN_TOKEN);

  /** The logs in the order in which they are copied; the first two need not exist. */
  private static final List<String> LOGS = List.of("rejected", "ledger", DataFile.LOG.fileName());

  private final Path data;
  private final Path target;
  private final Consumer<String> step;
  private final List<String> files = new ArrayList<>();

  /**
   * @param target a folder that does not exist
   * @param step told what is done next, in a sentence
   */
  public BackupWriter(Path data, Path target, Consumer<String> step) {
    this.data = data;
    this.target = target;
    this.step = step;
  }

  /**
   * Writes and verifies the backup. It has its name only when it is complete.
   *
   * @throws StartException if that fails; what was written stays in {@code NAME.incomplete}
   */
  public BackupList write(Instant now) {
    if (!Files.exists(DataFile.LOG.in(data)) || !Files.exists(data.resolve(FolderManifest.NAME))) {
      throw new StartException(
          data.toAbsolutePath() + " is not a data folder with a log. Name it with --data.");
    }
    FolderManifest.of(data).requireReadable();
    if (Files.exists(target)) {
      throw new StartException(target + " exists. Choose another name for the backup.");
    }
    Path partial = target.resolveSibling(target.getFileName() + ".incomplete");
    if (Files.exists(partial)) {
      throw new StartException(
          partial + " exists: an earlier backup was interrupted. Delete it, and try again.");
    }
    try {
      Files.createDirectory(
          partial,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      LogSnapshot.Copied log = copy(partial);
      if (FolderManifest.of(data).hasCompactRecords()) {
        FolderManifest.of(partial).noteCompactRecords();
      }
      Positions.requireWithin(partial, log);
      FolderManifest.of(partial).requireFiles(EnumSet.allOf(DataFile.class));
      step.accept("Computing checksums.");
      List<BackedUpFile> listed = new ArrayList<>();
      for (String file : files) {
        listed.add(BackedUpFile.of(partial, file));
      }
      BackupList list =
          new BackupList(
              BackupList.VERSION,
              Json.text(now),
              log.identity().toString(),
              log.endOffset(),
              listed);
      list.write(partial);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      sync(Objects.requireNonNull(target.toAbsolutePath().getParent()));
      return list;
    } catch (IOException e) {
      throw new StartException(
          "Cannot write %s: %s".formatted(partial, FileErrorText.ofFolder(partial, e)));
    } catch (SQLException e) {
      throw new StartException("Cannot copy a database of %s: %s".formatted(data, e.getMessage()));
    } catch (LogCorruptException e) {
      throw new StartException("Cannot copy the log: " + e.getMessage());
    }
  }

  private LogSnapshot.Copied copy(Path partial) throws IOException, SQLException {
    copyFile(partial, FolderManifest.NAME);
    for (DataFile database : DATABASES) {
      if (Files.exists(database.in(data))) {
        step.accept("Copying " + database.fileName() + ".");
        SqliteCopy.copy(database.in(data), database.in(partial));
        files.add(database.fileName());
      }
    }
    for (DataFile key : KEYS) {
      if (Files.exists(key.in(data))) {
        copyFile(partial, key.fileName());
      }
    }
    LogSnapshot.Copied last = null;
    for (String log : LOGS) {
      if (Files.isDirectory(data.resolve(log))) {
        step.accept("Copying " + log + ".");
        last =
            LogSnapshot.copy(
                FolderDisk.open(data.resolve(log)), FolderDisk.open(partial.resolve(log)));
        try (Stream<Path> copied = Files.list(partial.resolve(log))) {
          copied.sorted().forEach(file -> files.add(log + "/" + file.getFileName()));
        }
      }
    }
    sync(partial);
    return Objects.requireNonNull(last);
  }

  private void copyFile(Path partial, String name) throws IOException {
    Files.copy(data.resolve(name), partial.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    sync(partial.resolve(name));
    files.add(name);
  }

  static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
