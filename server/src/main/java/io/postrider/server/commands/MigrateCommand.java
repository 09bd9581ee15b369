package io.postrider.server.commands;

import io.postrider.server.commands.migrate.Migration;
import io.postrider.server.commands.migrate.MigrationProgress;
import io.postrider.server.config.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Moves a data folder to Kafka and PostgreSQL. */
@Command(
    name = "migrate",
    mixinStandardHelpOptions = true,
    description = {
      "Moves the data folder of a stopped service to Kafka and PostgreSQL.",
      "Takes the settings of the new nodes, with log.engine = kafka. If it is interrupted, run it"
          + " again: it continues. The data folder is only read, and is not served any more."
    })
public final class MigrateCommand implements Callable<Integer> {

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Config config = Config.of(settings.load());
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Migration.Outcome outcome =
        new Migration(config, InstantSource.system(), new Display(out)).run();
    out.println(
        switch (outcome) {
          case MOVED -> "Moved everything. Start the nodes with these settings.";
          case ALREADY_MOVED ->
              "The data folder was moved before. Start the nodes with these settings.";
        });
    out.flush();
    return 0;
  }

  /** A progress bar for each step, drawn ten times a second at most. */
  private static final class Display implements MigrationProgress {

    private static final long INTERVAL_MILLIS = 100;

    private final PrintWriter out;
    private final InstantSource time = InstantSource.system();
    private ProgressBar bar;
    private long total;
    private long count;
    private long shownMillis;

    Display(PrintWriter out) {
      this.out = out;
      this.bar = new ProgressBar(out, false, "");
    }

    @Override
    public void begin(String what, long newTotal, String unit) {
      out.println(what + ".");
      bar = new ProgressBar(out, ProgressBar.isTerminal(), unit);
      total = newTotal;
      count = 0;
      bar.show(0, total);
    }

    @Override
    public void done(long newCount) {
      count = newCount;
      long now = time.millis();
      if (now - shownMillis >= INTERVAL_MILLIS) {
        shownMillis = now;
        bar.show(count, total);
      }
    }

    @Override
    public void end() {
      bar.show(total, total);
      bar.end();
    }
  }
}
