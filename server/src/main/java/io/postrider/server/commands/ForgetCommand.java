package io.postrider.server.commands;

import io.postrider.server.config.StartException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deletes users through a running service. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Deletes users, here and at every receiver.",
      "Calls a running service and waits until all deletions end. Exits with 0 if every receiver"
          + " confirmed, otherwise with 1."
    })
public final class ForgetCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "User IDs, one per line, in UTF-8.")
  private @Nullable Path file;

  @Mixin private final ClientOptions service = new ClientOptions();

  @Option(names = "--suppress", description = "Also suppress the users: drop their new messages.")
  private boolean suppress;

  @Option(names = "--hide-now", description = "Also hide their messages in the log at once.")
  private boolean hideNow;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (AdminClient client = service.client()) {
      List<String> ids = BulkDeletion.readIds(Objects.requireNonNull(file));
      if (ids.isEmpty()) {
        throw new StartException("The file " + file + " contains no user IDs.");
      }
      BulkDeletion deletion =
          new BulkDeletion(
              client,
              service.json() ? new PrintWriter(Writer.nullWriter()) : out,
              ProgressBar.isTerminal(),
              Duration.ofSeconds(1));
      String type = suppress ? "SUPPRESS_WITH_DELETE" : "DELETE_ONLY";
      boolean confirmed = deletion.run(ids, type, hideNow);
      if (service.json()) {
        out.println(deletion.summary());
      }
      return confirmed ? 0 : 1;
    }
  }
}
