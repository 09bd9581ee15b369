package io.postrider.server;

import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class ServeCommand implements Callable<Integer> {

  @Option(names = "--port", paramLabel = "PORT", description = "Short for --http.port.")
  private @Nullable String port;

  @Option(names = "--data", paramLabel = "DIR", description = "Short for --data.dir.")
  private @Nullable String data;

  @Option(
      names = "--workspace",
      paramLabel = "FILE",
      description = "Short for --workspace.file: sources and destinations as a file.")
  private @Nullable String workspace;

  @Option(names = "--config", paramLabel = "FILE", description = "A properties file of settings.")
  private @Nullable Path file;

  @Parameters(paramLabel = "--KEY=VALUE", arity = "0..*", description = "Any other setting.")
  private List<String> settings = new ArrayList<>();

  @Override
  public Integer call() {
    Map<String, String> flags = flags(settings);
    if (port != null) {
      flags.put("http.port", port);
    }
    if (data != null) {
      flags.put("data.dir", data);
    }
    if (workspace != null) {
      flags.put("workspace.file", workspace);
    }
    Settings loaded = Settings.load(file, System.getenv(), flags);
    Config config = Config.of(loaded);
    return new ServiceRun(config, loaded.warnings()).run();
  }

  /** Reads {@code --key=value} and {@code --key value}. */
  static Map<String, String> flags(List<String> arguments) {
    Map<String, String> flags = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("--") || argument.length() == 2) {
        throw new ConfigException("'" + argument + "' is not a setting; write --KEY=VALUE.");
      }
      int equals = argument.indexOf('=');
      if (equals > 0) {
        flags.put(argument.substring(2, equals), argument.substring(equals + 1));
      } else if (i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("--")) {
        flags.put(argument.substring(2), arguments.get(++i));
      } else {
        throw new ConfigException("The flag " + argument + " has no value; write --KEY=VALUE.");
      }
    }
    return flags;
  }
}
