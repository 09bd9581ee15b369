package io.postrider.server.commands;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of commands that read the settings of a node. */
final class SettingOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(names = "--data", paramLabel = "DIR", description = "Short for --data.dir.")
  private @Nullable String data;

  @Option(names = "--config", paramLabel = "FILE", description = "A properties file of settings.")
  private @Nullable Path file;

  @Parameters(
      paramLabel = "--KEY=VALUE",
      arity = "0..*",
      description = "Any other setting; reference.properties lists them.")
  private List<String> settings = new ArrayList<>();

  /** Whether the data folder is given as an option. */
  boolean hasData() {
    return data != null;
  }

  /** Loads the settings from file, environment and flags. */
  Settings load() {
    return load(Map.of());
  }

  /** Loads the settings; some were given by options of the command. */
  Settings load(Map<String, String> options) {
    Map<String, String> flags = flags(settings);
    if (data != null) {
      flags.put("data.dir", data);
    }
    flags.putAll(options);
    return Settings.load(file, System.getenv(), flags, longOptions());
  }

  /**
   * Checks the names of the settings alone.
   *
   * @throws ConfigException if one is unknown
   */
  void requireKnown() {
    var _ = Settings.load(null, Map.of(), flags(settings), longOptions());
  }

  private Set<String> longOptions() {
    return spec == null
        ? Set.of()
        : spec.optionsMap().keySet().stream()
            .filter(name -> name.startsWith("--"))
            .collect(Collectors.toSet());
  }

  /** Parses {@code --key=value} and {@code --key value}. */
  private Map<String, String> flags(List<String> arguments) {
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
        // an unknown one is said to be unknown
        var _ = Settings.load(null, Map.of(), Map.of(argument.substring(2), ""), longOptions());
        throw new ConfigException("The flag " + argument + " has no value; write --KEY=VALUE.");
      }
    }
    return flags;
  }
}
