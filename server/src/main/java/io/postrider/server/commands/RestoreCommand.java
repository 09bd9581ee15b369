package io.postrider.server.commands;

import io.postrider.server.commands.backup.BackupList;
import io.postrider.server.commands.backup.BackupRestore;
import io.postrider.server.commands.backup.FolderPlace;
import io.postrider.server.http.admin.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Restores a backup into a new data folder. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Restores a backup into a data folder, which must be empty or new, and verifies it.",
      "Then start the service with that folder. Messages accepted after the backup are lost, and"
          + " some deliveries from before it are repeated."
    })
public final class RestoreCommand implements Callable<Integer> {

  @Parameters(paramLabel = "BACKUP", description = "A folder that backup created.")
  private @Nullable Path backup;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "The data folder to create.")
  private @Nullable Path data;

  @Option(names = "--json", description = "Print the list of files as JSON.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Path from = Objects.requireNonNull(backup);
    Path to = Objects.requireNonNull(data);
    FolderPlace.requireOutside(to, from, "--data", "the backup");
    BackupList list = BackupRestore.restore(from, to);
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(
        json
            ? Json.text(list)
            : String.format(
                Locale.ROOT,
                "Restored and verified %,d files of the backup of %s.",
                list.files().size(),
                list.createdAt()));
    out.flush();
    return 0;
  }
}
