package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.access.AdminTokenFile;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Has a running service build all profiles anew, and shows how far it is. */
@Command(
    name = "profiles",
    mixinStandardHelpOptions = true,
    description = {
      "Forgets what is known of people and takes it from the log again, as far back as that goes.",
      "The service goes on meanwhile: the one of this machine, or another by --url and --token.",
      "Audiences keep their members; what differs in the end is sent, and nothing else."
    })
public final class RebuildProfilesCommand implements Callable<Integer> {

  private static final String PATH = "/api/profile-rebuild";
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

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
  public Integer call() throws IOException, InterruptedException {
    Config config = Config.of(settings.load());
    String address = url == null ? "http://127.0.0.1:" + config.http().port() : url;
    CommandSpec called = Objects.requireNonNull(spec);
    ProgressBar bar =
        new ProgressBar(called.commandLine().getOut(), Terminal.isWatched(), "messages");
    try (RemoteCatalog service = new RemoteCatalog(address, secret(config))) {
      JsonNode state = service.order(PATH);
      long total = state.path("total").asLong();
      while (state.path("running").asBoolean()) {
        total = state.path("total").asLong();
        bar.show(state.path("done").asLong(), total);
        boolean _ = new CountDownLatch(1).await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        state = service.read(PATH);
      }
      bar.show(total, total);
      bar.end();
    }
    called.commandLine().getOut().println("All profiles are built anew.");
    return 0;
  }

  /** The token that was given, or else the one that the service of this machine was given. */
  private String secret(Config config) throws IOException {
    if (token != null) {
      return token;
    }
    String configured = config.admin().token().reveal();
    Path made = config.data().dir().resolve(AdminTokenFile.NAME);
    if (!configured.isEmpty()) {
      return configured;
    }
    if (url != null || !Files.exists(made)) {
      throw new StartException("A running service wants a token: --token, or the environment.");
    }
    return Files.readString(made).strip();
  }
}
