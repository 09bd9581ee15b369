package io.postrider.server.commands;

import io.postrider.server.access.AdminTokenFile;
import io.postrider.server.config.Secret;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has users forgotten by a running service. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Has the users of a file deleted everywhere by a running service, and waits for the end.",
      "Exits with 0 if every receiver has confirmed, and with 1 otherwise."
    })
public final class ForgetCommand implements Callable<Integer> {

  private static final String TOKEN = "POSTRIDER_ADMIN_TOKEN";

  @Parameters(paramLabel = "FILE", description = "User ids, one in each line, in UTF-8.")
  private @Nullable Path file;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://localhost:8080",
      description = "Where the service is. Default: ${DEFAULT-VALUE}")
  private URI url = URI.create("http://localhost:8080");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "The data folder, for its admin-token unless " + TOKEN + " is set.")
  private Path data = Path.of("data");

  @Option(names = "--suppress", description = "Also take in no more messages of these users.")
  private boolean suppress;

  @Option(names = "--hide-now", description = "Have their messages in the log count as gone.")
  private boolean hideNow;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (RegulationClient client = new RegulationClient(url, token())) {
      List<String> ids = BulkDeletion.ids(Objects.requireNonNull(file));
      if (ids.isEmpty()) {
        throw new StartException("The file has no ids.");
      }
      String type = suppress ? "SUPPRESS_WITH_DELETE" : "DELETE_ONLY";
      return new BulkDeletion(client, out, Terminal.isWatched(), Duration.ofSeconds(1))
              .run(ids, type, hideNow)
          ? 0
          : 1;
    } catch (IOException failed) {
      throw new StartException(
          failed instanceof RegulationClient.RefusedException
                  || failed instanceof UnreadableFileException
              ? String.valueOf(failed.getMessage())
              : "Not possible: " + failed);
    }
  }

  private Secret token() throws IOException {
    String set = System.getenv(TOKEN);
    return Secret.of(
        set != null && !set.isEmpty()
            ? set
            : Files.readString(data.resolve(AdminTokenFile.NAME)).strip());
  }
}
