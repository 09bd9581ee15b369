package io.postrider.server.database;

import io.postrider.server.folder.DamagedFiles;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.folder.SetAside;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SQLite files of the data folder. May be called from any thread.
 *
 * <p>A damaged file is refused, except for statistics: they are set aside and begin anew, at the
 * start and while the node runs. Damage of another file that is found while the node runs is noted
 * in the manifest, so that the next start refuses the file without looking for the damage.
 */
final class SqliteFiles {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteFiles.class);

  private final FolderManifest manifest;
  private final DamagedFiles damagedFiles;
  private final Set<SqliteFile> damaged = ConcurrentHashMap.newKeySet();

  SqliteFiles(FolderManifest manifest, InstantSource time) {
    this.manifest = manifest;
    this.damagedFiles = new DamagedFiles(manifest, time);
  }

  /** The files that were set aside and are still in the data folder, oldest first. */
  List<SetAside> setAside() {
    return damagedFiles.copies();
  }

  /** How many open files are known to be damaged. */
  int damaged() {
    return damaged.size();
  }

  /**
   * Opens a file.
   *
   * @throws DamagedFileException if it is damaged and cannot begin anew
   */
  Database open(SqliteFile file) {
    try {
      return openFile(file);
    } catch (DamagedFileException damaged) {
      if (file != SqliteFile.STATISTICS) {
        throw damaged;
      }
      setAside(file, damaged.damage());
      return openFile(file);
    }
  }

  private Database openFile(SqliteFile file) {
    DatabaseUrl url = url(file);
    return Database.opening(
        url,
        () -> {
          SqliteLibrary.load();
          requireSound(file);
          requireOwn(file);
          new FileMerge(manifest.folder(), file).run();
          Database database = openSound(file);
          database.onDamage(damage -> damaged(file, database, damage));
          return database;
        });
  }

  private DatabaseUrl url(SqliteFile file) {
    return DatabaseUrl.sqlite(file.dataFile().in(manifest.folder()));
  }

  private void requireSound(SqliteFile file) throws IOException {
    DataFile data = file.dataFile();
    boolean noted = manifest.isDamaged(data);
    Path path = data.in(manifest.folder());
    Optional<String> damage = noted ? SqliteCheck.anyDamage(path) : SqliteCheck.damage(path);
    if (damage.isPresent()) {
      throw refused(file, damage.get());
    }
    if (noted) {
      manifest.noteRepair(data);
    }
  }

  /** Refuses a file that is another of this folder, such as after a mistaken restore. */
  private void requireOwn(SqliteFile file) throws SQLException {
    Path path = file.dataFile().in(manifest.folder());
    Set<String> tables = SqliteCheck.tables(path);
    for (SqliteFile other : SqliteFile.values()) {
      for (Schema schema : other.schemas()) {
        if (other != file && tables.contains(schema.historyTable())) {
          throw new DatabaseException(
              "The database file %s holds the tables of %s. Restore both files; they were mixed up."
                  .formatted(path.toAbsolutePath(), other.fileName()));
        }
      }
    }
  }

  private Database openSound(SqliteFile file) throws SQLException, IOException {
    NewSqliteFile.createIfMissing(file.dataFile().in(manifest.folder()), file.schemas());
    try {
      return Database.sqlite(url(file), file, file.schemas());
    } catch (SQLException failure) {
      if (SqlFailures.isDamage(failure)) {
        throw refused(file, "SQLite reports: " + failure.getMessage());
      }
      throw failure;
    }
  }

  private DamagedFileException refused(SqliteFile file, String damage) {
    DataFile data = file.dataFile();
    return new DamagedFileException(
        "The database file %s is damaged: %s. It holds %s. %s"
            .formatted(
                data.in(manifest.folder()).toAbsolutePath(),
                damage,
                data.content(),
                manifest.wayOut(data.fileName())),
        damage);
  }

  /** Moves a damaged file away. */
  void setAside(SqliteFile file, String damage) {
    String name = damagedFiles.setAside(file.dataFile());
    LOG.warn(
        "The database file {} is damaged: {}. Set it aside as {}. It holds {}.",
        file.fileName(),
        damage,
        name,
        file.dataFile().content());
  }

  /** Takes note of damage, once, on a thread of its own: the caller holds a transaction. */
  private void damaged(SqliteFile file, Database database, String damage) {
    if (damaged.add(file)) {
      var _ = Thread.startVirtualThread(() -> handleDamage(file, database, damage));
    }
  }

  private void handleDamage(SqliteFile file, Database database, String damage) {
    try {
      manifest.noteDamage(file.dataFile());
      if (file == SqliteFile.STATISTICS) {
        database.replaceFile(url(file), file, () -> setAside(file, damage));
        damaged.remove(file);
      } else {
        LOG.error(
            "The database file {} is damaged: {}. The next start refuses it. {}",
            file.fileName(),
            damage,
            manifest.wayOut(file.fileName()));
      }
    } catch (Exception failure) {
      LOG.error(
          "The database file {} is damaged: {}. Cannot replace it; restart the program.",
          file.fileName(),
          damage,
          failure);
    }
  }
}
