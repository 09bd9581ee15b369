package io.postrider.server;

import io.postrider.log.RecordLog;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DamagedFileException;
import io.postrider.server.database.Databases;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;

/**
 * Decides what happens to damaged profiles at start. Their history outlives the log, so they are
 * rebuilt only if the log still holds its beginning and is the one they were built from, or if the
 * operator accepts the loss.
 */
final class ProfileDamage {

  private ProfileDamage() {}

  /**
   * Opens the profiles; sets damaged ones aside if they can be rebuilt.
   *
   * @throws StartException if they cannot
   */
  static void settle(
      Databases databases, RecordLog log, FolderManifest manifest, boolean acceptLoss) {
    try {
      var _ = databases.profiles();
    } catch (DamagedFileException damaged) {
      boolean whole = manifest.isMarked(DataFile.PROFILES, log.identity().toString());
      for (int partition = 0; partition < log.partitions(); partition++) {
        whole &= log.firstOffset(partition) == 0;
      }
      if (!whole && !acceptLoss) {
        throw new StartException(
            damaged.getMessage()
                + " Or start once with --accept-profile-loss. The log no longer holds the messages"
                + " that profiles began with, so what those said is lost.");
      }
      databases.replaceProfiles(damaged.damage());
    }
  }
}
