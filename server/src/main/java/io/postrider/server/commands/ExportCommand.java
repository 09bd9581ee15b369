package io.postrider.server.commands;

import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.workspace.WorkspaceExport;
import io.postrider.server.catalog.workspace.WorkspaceExport.Format;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.UnreadableSecretException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Exports the configuration as a workspace file. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the configuration as a workspace file, without shared secrets.",
      "Reads the database of this machine, or a running service that --url, the environment or the"
          + " profile names."
    })
public final class ExportCommand implements Callable<Integer> {

  @Mixin private final ServiceOptions service = new ServiceOptions();
  @Mixin private final SettingOptions settings = new SettingOptions();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Config config = Config.of(settings.load());
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(service.hasUrl(settings.hasData()) ? fromService(config) : fromDatabase(config));
    out.flush();
    return 0;
  }

  private Format format() {
    return service.json() ? Format.JSON : Format.YAML;
  }

  private String fromDatabase(Config config) {
    try {
      return WorkspaceExport.of(
          CatalogFeature.read(config, config.data().dir()),
          InstantSource.system().instant(),
          format());
    } catch (DatabaseException | UnreadableSecretException e) {
      throw new StartException(e.getMessage());
    }
  }

  private String fromService(Config config) {
    try (AdminClient client = service.client(config, settings.hasData())) {
      if (client.role().equals("viewer")) {
        throw new StartException(
            "A viewer cannot see write keys and headers. Use the token of an editor or admin.");
      }
      return WorkspaceExport.of(
          client.get("/api/workspace"),
          client.all("/api/sources"),
          client.all("/api/destinations"),
          client.all("/api/audiences"),
          client.all("/api/computed-traits"),
          format());
    }
  }
}
