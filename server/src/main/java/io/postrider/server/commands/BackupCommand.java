package io.postrider.server.commands;

import io.postrider.server.commands.backup.BackupList;
import io.postrider.server.commands.backup.BackupWriter;
import io.postrider.server.commands.backup.FolderPlace;
import io.postrider.server.config.Config;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Backs up the data folder, also of a running service. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Backs up the data folder into a new folder, while the service runs or not, and verifies it.",
      "Run it on the machine and as the user of the service. It refuses installations that keep"
          + " data in PostgreSQL or Kafka: those have their own tools."
    })
public final class BackupCommand implements Callable<Integer> {

  @Option(
      names = "--to",
      paramLabel = "BACKUP",
      required = true,
      description = "The folder to create. It gets its name when it is complete and verified.")
  private @Nullable Path target;

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Option(names = "--json", description = "Print the list of files as JSON.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Config config = Config.of(settings.load());
    requireEmbedded(config);
    FolderPlace.requireOutside(
        Objects.requireNonNull(target), config.data().dir(), "--to", "the data folder");
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    BackupWriter writer =
        new BackupWriter(
            config.data().dir(),
            Objects.requireNonNull(target),
            step -> {
              if (!json) {
                out.println(step);
                out.flush();
              }
            });
    BackupList list = writer.write(Instant.now());
    out.println(
        json
            ? Json.text(list)
            : String.format(
                Locale.ROOT,
                "Backed up and verified %,d files with %,d bytes. The log ends at offset %,d.",
                list.files().size(),
                list.bytes(),
                list.endOffset()));
    out.flush();
    return 0;
  }

  private static void requireEmbedded(Config config) {
    if (config.log().engine() == LogConfig.Engine.KAFKA) {
      throw new StartException(
          "This node belongs to a cluster: its log is in Kafka, and the rest in PostgreSQL. Copy"
              + " the topic with Kafka's own tools, such as MirrorMaker, and back up the database"
              + " with pg_basebackup or pg_dump.");
    }
    if (!config.database().url().reveal().isEmpty()) {
      throw new StartException(
          "This installation keeps data in PostgreSQL (database.url). Back it up with pg_basebackup"
              + " or pg_dump, and the data folder by a snapshot of its file system.");
    }
  }
}
