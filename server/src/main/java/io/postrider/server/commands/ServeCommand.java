package io.postrider.server.commands;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the service until it is told to stop. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Runs the service.",
    footer = {
      "",
      "Every setting can be given as a flag, for example --log.retention=7d, as a variable",
      "(POSTRIDER_LOG_RETENTION=7d), or in a properties file (log.retention = 7d)."
    })
public final class ServeCommand implements Callable<Integer> {

  @Option(names = "--port", paramLabel = "PORT", description = "Short for --http.port.")
  private @Nullable String port;

  @Option(
      names = "--workspace",
      paramLabel = "FILE",
      description = "Short for --workspace.file: sources and destinations as a file.")
  private @Nullable String workspace;

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Override
  public Integer call() {
    Map<String, String> flags = new LinkedHashMap<>();
    if (port != null) {
      flags.put("http.port", port);
    }
    if (workspace != null) {
      flags.put("workspace.file", workspace);
    }
    Settings loaded = settings.load(flags);
    Config config = Config.of(loaded);
    return new ServiceRun(config, loaded.warnings()).run();
  }
}
