package io.postrider.server.commands;

import io.postrider.server.DataFolder;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.cluster.JobLeases;
import io.postrider.server.config.Config;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.cluster.RunningNodes;
import io.postrider.server.delivery.sql.SqlClusterStore;
import io.postrider.server.delivery.sql.SqlCursorStore;
import io.postrider.server.folder.DataFile;
import io.postrider.server.people.PeopleFeature;
import io.postrider.server.privacy.sql.SqlSeenStore;
import io.postrider.server.usage.sql.SqlUsageStore;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Deletes the delivery cursors and detaches all bookmarks from the log. */
@Command(
    name = "reset-cursors",
    mixinStandardHelpOptions = true,
    description = {
      "Deletes all delivery cursors, so that the service can start with another log.",
      "The service must be stopped, on all nodes. At the next start it delivers every message in"
          + " the log again. Usage counts and profiles stay, and continue with that log."
    })
public final class ResetCursorsCommand implements Callable<Integer> {

  private static final Duration WATCHED = Duration.ofSeconds(3);

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Config config = Config.of(settings.load());
    CatalogFeature.requireCatalog(config, config.data().dir());
    try (DataFolder folder = DataFolder.open(config.data().dir());
        Databases databases = Databases.of(config, folder.manifest(), InstantSource.system())) {
      if (config.log().engine() == LogConfig.Engine.KAFKA) {
        requireStopped(databases);
      }
      new SqlCursorStore(databases.cursors()).reset();
      new SqlUsageStore(databases.statistics()).release();
      new SqlSeenStore(databases.statistics()).release();
      PeopleFeature.releaseBookmarks(config, databases.profiles());
      folder.manifest().forget(DataFile.LOG);
    } catch (DatabaseException e) {
      throw new StartException(e.getMessage());
    }
    if (spec != null) {
      spec.commandLine().getOut().println("Deleted all delivery cursors.");
    }
    return 0;
  }

  /** The lock of the data folder does not tell of nodes with other folders. */
  private static void requireStopped(Databases databases) {
    Set<String> running = new TreeSet<>(JobLeases.holders(databases.catalog()));
    running.addAll(
        RunningNodes.during(
            () -> LockSupport.parkNanos(WATCHED.toNanos()),
            new SqlClusterStore(databases.cursors())));
    if (!running.isEmpty()) {
      throw new StartException(
          "Nodes of this database run, or were killed in the last %d seconds: %s. Nothing was"
                  .formatted(JobLeases.LEASE.toSeconds(), String.join(", ", running))
              + " deleted. Stop every node, and run the command again.");
    }
  }
}
