package io.postrider.server.commands;

import io.postrider.server.DataFolder;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.sql.SqlCursorStore;
import io.postrider.server.folder.DataFile;
import io.postrider.server.people.PeopleFeature;
import io.postrider.server.privacy.sql.SqlSeenStore;
import io.postrider.server.usage.sql.SqlUsageStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
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
      "The service must be stopped. At the next start it delivers every message in the log again."
          + " Usage counts and profiles stay, and continue with that log."
    })
public final class ResetCursorsCommand implements Callable<Integer> {

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Config config = Config.of(settings.load());
    CatalogFeature.requireCatalog(config, config.data().dir());
    try (DataFolder folder = DataFolder.open(config.data().dir());
        Databases databases = Databases.of(config, folder.manifest(), InstantSource.system())) {
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
}
