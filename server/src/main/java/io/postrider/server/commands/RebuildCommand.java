package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.postrider.server.config.Config;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code rebuild} command; its subcommand names what to rebuild. */
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    description = "Rebuilds data that is derived from the log.",
    subcommands = RebuildCommand.Profiles.class)
public final class RebuildCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "What to rebuild is missing: 'profiles'.");
  }

  /** Makes a running service rebuild all profiles, and shows the progress. */
  @Command(
      name = "profiles",
      mixinStandardHelpOptions = true,
      description = {
        "Rebuilds all profiles from the messages in the log.",
        "The service keeps running: the one on this machine, or another one with --url and"
            + " --token. Audiences keep their members; only differences found at the end are sent."
      })
  static final class Profiles implements Callable<Integer> {

    private static final String PATH = "/api/profile-rebuild";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    @Mixin private final ServiceOptions service = new ServiceOptions();
    @Mixin private final SettingOptions settings = new SettingOptions();
    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      PrintWriter shown = service.json() ? new PrintWriter(Writer.nullWriter()) : out;
      ProgressBar bar = new ProgressBar(shown, ProgressBar.isTerminal(), "messages");
      try (AdminClient client = service.client(Config.of(settings.load()), settings.hasData())) {
        JsonNode state = client.post(PATH);
        long total = state.path("total").asLong();
        while (state.path("running").asBoolean()) {
          total = state.path("total").asLong();
          bar.show(state.path("done").asLong(), total);
          boolean _ = new CountDownLatch(1).await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
          state = client.get(PATH);
        }
        bar.show(total, total);
        bar.end();
        out.println(
            service.json()
                ? JsonNodeFactory.instance.objectNode().put("messages", total).toString()
                : "Rebuilt all profiles.");
      }
      return 0;
    }
  }
}
