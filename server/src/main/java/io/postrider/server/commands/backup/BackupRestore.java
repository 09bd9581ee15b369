package io.postrider.server.commands.backup;

import io.postrider.server.commands.backup.BackupList.BackedUpFile;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.database.SqliteCopy;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.stream.Stream;

/** Restores a backup into a new data folder. */
public final class BackupRestore {

  private BackupRestore() {}

  /**
   * Restores. The manifest of the folder is copied last: the service refuses to start with a folder
   * that is restored in part.
   *
   * @param data a folder that is empty or does not exist
   */
  public static BackupList restore(Path backup, Path data) {
    BackupList list = BackupList.read(backup);
    try {
      list.requireUnchanged(backup);
      requireEmpty(data);
      Files.createDirectories(data);
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
      for (BackedUpFile file : list.files()) {
        if (!file.path().equals(FolderManifest.NAME)) {
          copy(backup, data, file);
        }
      }
      for (BackedUpFile file : list.files()) {
        if (file.path().equals(FolderManifest.NAME)) {
          copy(backup, data, file);
        }
      }
      BackupWriter.sync(data);
      list.requireUnchanged(data);
      for (DataFile database : DataFile.values()) {
        if (database.isDatabase() && Files.exists(database.in(data))) {
          SqliteCopy.requireSound(database.in(data));
        }
      }
      FolderManifest.of(data).requireFiles(EnumSet.allOf(DataFile.class));
      return list;
    } catch (IOException e) {
      throw new StartException(
          "Cannot restore into %s: %s".formatted(data, FileErrorText.ofFolder(data, e)));
    } catch (SQLException e) {
      throw new StartException("A database of the backup is damaged: " + e.getMessage());
    }
  }

  private static void copy(Path backup, Path data, BackedUpFile file) throws IOException {
    Path target = data.resolve(file.path());
    Path parent = Objects.requireNonNull(target.toAbsolutePath().getParent());
    Files.createDirectories(parent);
    Files.copy(backup.resolve(file.path()), target, StandardCopyOption.COPY_ATTRIBUTES);
    BackupWriter.sync(target);
    BackupWriter.sync(parent);
  }

  private static void requireEmpty(Path data) throws IOException {
    if (!Files.exists(data)) {
      return;
    }
    try (Stream<Path> files = Files.list(data)) {
      if (files.findAny().isPresent()) {
        throw new StartException(
            "%s is not empty. Restore into a new folder, or move what is there away."
                .formatted(data.toAbsolutePath()));
      }
    }
  }
}
