package io.postrider.server.commands;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the service until a signal stops it. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Runs the service.",
    footer = {
      "",
      "Every setting can be a flag (--log.retention=7d), an environment variable"
          + " (POSTRIDER_LOG_RETENTION=7d), or a line of a properties file (log.retention = 7d)."
    })
public final class ServeCommand implements Callable<Integer> {

  @Option(names = "--port", paramLabel = "PORT", description = "Short for --http.port.")
  private @Nullable String port;

  @Option(
      names = "--workspace",
      paramLabel = "FILE",
      description = "Short for --workspace.file: a YAML file with the configuration.")
  private @Nullable String workspace;

  @Option(
      names = "--accept-profile-loss",
      description = {
        "Start although profiles are lost or damaged: rebuild them from the messages still in the"
            + " log, and give up the rest. Has no effect on profiles that are neither."
      })
  private boolean acceptProfileLoss;

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> flags = new LinkedHashMap<>();
    if (port != null) {
      flags.put("http.port", port);
    }
    if (workspace != null) {
      flags.put("workspace.file", workspace);
    }
    return Service.run(settings.load(flags), acceptProfileLoss);
  }
}
