package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.workspace.WorkspaceExport;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.UnreadableSecretException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes what is configured as a workspace file. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes what is configured as a workspace file, on standard output. Shared secrets are",
      "not in it. Reads the database of this machine, or a running service by --url and --token."
    })
public final class ExportCommand implements Callable<Integer> {

  @Option(names = "--url", paramLabel = "URL", description = "The address of a running service.")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "A token for it; or in the environment, as POSTRIDER_ADMIN_TOKEN.")
  private @Nullable String token;

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    String text = url == null ? fromDatabase() : fromService(url);
    if (spec != null) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private String fromDatabase() {
    Config config = Config.of(settings.load());
    try {
      return WorkspaceExport.of(
          CatalogFeature.read(config, config.data().dir()), InstantSource.system().instant());
    } catch (DatabaseException | UnreadableSecretException failure) {
      throw new StartException(failure.getMessage());
    }
  }

  private String fromService(String address) {
    String secret = token == null ? System.getenv("POSTRIDER_ADMIN_TOKEN") : token;
    if (secret == null) {
      throw new StartException("A running service wants a token: --token, or the environment.");
    }
    try (RemoteCatalog service = new RemoteCatalog(address, secret)) {
      if (service.role().equals("viewer")) {
        throw new StartException(
            "A viewer does not see write keys and headers; use the token of an editor or admin.");
      }
      JsonNode workspace = service.read("/api/workspace");
      List<JsonNode> sources = service.all("/api/sources");
      List<JsonNode> destinations = service.all("/api/destinations");
      List<JsonNode> audiences = service.all("/api/audiences");
      return WorkspaceExport.of(
          workspace, sources, destinations, audiences, service.all("/api/computed-traits"));
    }
  }
}
