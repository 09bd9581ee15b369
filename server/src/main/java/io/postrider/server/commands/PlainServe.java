package io.postrider.server.commands;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.Settings;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call of {@code serve} that needs no picocli. Its classes are too old for the JVM's class cache,
 * and loading them takes as long as starting the service. It reads every other call: all that are
 * invalid, and all that ask for help.
 */
public final class PlainServe {

  private static final String CONFIG = "config";

  /** Options that are short for a setting. */
  private static final Map<String, String> SHORT =
      Map.of("port", "http.port", "workspace", "workspace.file", "data", "data.dir");

  private final Settings settings;
  private final boolean acceptProfileLoss;

  private PlainServe(Settings settings, boolean acceptProfileLoss) {
    this.settings = settings;
    this.acceptProfileLoss = acceptProfileLoss;
  }

  /** Reads arguments that are {@code serve} and valid options; empty for all others. */
  public static Optional<PlainServe> of(List<String> arguments, Map<String, String> environment) {
    if (arguments.isEmpty() || !arguments.getFirst().equals("serve")) {
      return Optional.empty();
    }
    Map<String, String> flags = new LinkedHashMap<>();
    Map<String, String> options = new HashMap<>();
    boolean acceptProfileLoss = false;
    for (int i = 1; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--accept-profile-loss") && !acceptProfileLoss) {
        acceptProfileLoss = true;
        continue;
      }
      int equals = argument.indexOf('=');
      if (equals < 0 && i + 1 < arguments.size()) {
        equals = argument.length();
        argument += "=" + arguments.get(++i);
      }
      if (!argument.startsWith("--") || equals <= 2 || argument.startsWith("-", equals + 1)) {
        return Optional.empty();
      }
      String name = argument.substring(2, equals);
      String value = argument.substring(equals + 1);
      boolean option = name.equals(CONFIG) || SHORT.containsKey(name);
      if (!option) {
        flags.put(name, value);
      } else if (options.put(name, value) != null) {
        return Optional.empty();
      }
    }
    String file = options.remove(CONFIG);
    options.forEach((name, value) -> flags.put(SHORT.getOrDefault(name, name), value));
    try {
      Settings settings = Settings.load(file == null ? null : Path.of(file), environment, flags);
      return Optional.of(new PlainServe(settings, acceptProfileLoss));
    } catch (ConfigException | InvalidPathException invalid) {
      return Optional.empty();
    }
  }

  /** Runs the service until a signal stops it; returns the exit code. */
  public int run() throws InterruptedException {
    try {
      return Service.run(settings, acceptProfileLoss);
    } catch (RuntimeException failure) {
      return FailureReport.print(failure, new PrintWriter(System.err, true, System.err.charset()))
          .orElseThrow(() -> failure);
    }
  }

  /** The settings of the node. */
  Settings settings() {
    return settings;
  }

  boolean acceptProfileLoss() {
    return acceptProfileLoss;
  }
}
