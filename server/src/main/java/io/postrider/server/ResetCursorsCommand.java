package io.postrider.server;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.store.Database;
import io.postrider.server.store.Evaluation;
import io.postrider.server.store.SqlCursorStore;
import io.postrider.server.store.SqlSeenStore;
import io.postrider.server.store.SqlUsageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Forgets how far deliveries have come. */
@Command(
    name = "reset-cursors",
    mixinStandardHelpOptions = true,
    description = {
      "Forgets how far deliveries have come, for a log that is another one than before.",
      "Everything that the log still holds is then delivered again. What was counted and what is",
      "known of people stays, and the log that is found next adds to it. The service must be"
          + " stopped."
    })
final class ResetCursorsCommand implements Callable<Integer> {

  @Option(names = "--data", paramLabel = "DIR", description = "Short for --data.dir.")
  private @Nullable String data;

  @Option(names = "--config", paramLabel = "FILE", description = "A properties file of settings.")
  private @Nullable Path file;

  @Parameters(paramLabel = "--KEY=VALUE", arity = "0..*", description = "Any other setting.")
  private List<String> settings = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Map<String, String> flags = ServeCommand.flags(settings);
    if (data != null) {
      flags.put("data.dir", data);
    }
    Config config = Config.of(Settings.load(file, System.getenv(), flags));
    try (DataFolder folder = DataFolder.open(config.data().dir());
        Database cursors = DeliveryPart.openCursors(config, folder.path());
        Database usage = UsagePart.openDatabase(config, folder.path());
        Database seen = PrivacyPart.openSeen(config, folder.path());
        Database profiles = ProfilePart.openDatabase(config, folder.path())) {
      new SqlCursorStore(cursors).reset();
      new SqlUsageStore(usage).release();
      new SqlSeenStore(seen).release();
      ProfilePart.store(config, profiles, Evaluation.NONE).release();
    }
    if (spec != null) {
      spec.commandLine().getOut().println("How far deliveries had come is forgotten.");
    }
    return 0;
  }
}
