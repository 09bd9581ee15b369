package io.postrider.server.commands;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.commands.importer.BatchSender;
import io.postrider.server.commands.importer.ImportInput;
import io.postrider.server.commands.importer.ImportJob;
import io.postrider.server.commands.importer.ImportJob.ImportOrder;
import io.postrider.server.commands.importer.ImportProgress;
import io.postrider.server.commands.importer.TrackingClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Imports historical calls from a file. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Sends the calls of a file, such as an export of another system.",
      "Run it again to continue where it stopped, also days later: a progress file beside the input"
          + " says how far it came. Rejected lines go to a file with their reasons. Exits with 0 if"
          + " every line of all runs was accepted, otherwise with 1."
    })
public final class ImportCommand implements Callable<Integer> {

  private static final String STANDARD_INPUT = "-";

  static final List<String> FORMATS = List.of("ndjson", "csv");

  @Parameters(
      paramLabel = "FILE",
      description = {
        "NDJSON, one call per line, or CSV with a header; plain or gzip. '-' is standard input."
      })
  private String file = STANDARD_INPUT;

  @Mixin private final ClientOptions service = new ClientOptions();
  @Mixin private final WriteKeyOptions source = new WriteKeyOptions();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = CompletionValues.Formats.class,
      description = "ndjson or csv. Default: by the name of the file, or else ndjson.")
  private @Nullable String format;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      completionCandidates = CompletionValues.Types.class,
      description = "The type of calls that have none, such as track.")
  private @Nullable String type;

  @Option(
      names = "--progress",
      paramLabel = "FILE",
      description = {
        "The progress file. Default: FILE.progress; none for standard input, which then cannot be"
            + " continued."
      })
  private @Nullable Path progress;

  @Option(
      names = "--rejected",
      paramLabel = "FILE",
      description = {
        "The file of rejected lines. Default: FILE.rejected; standard error for standard input."
      })
  private @Nullable Path rejected;

  @Option(
      names = "--max-rate",
      paramLabel = "NUMBER",
      description = "The most calls a second. Default: as fast as the service accepts them.")
  private @Nullable Integer maxRate;

  @Option(
      names = "--retry-for",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = DurationConverter.class,
      description = {
        "How long to try again while the service is busy or away. Default: ${DEFAULT-VALUE}."
      })
  private Duration patience = Duration.ofMinutes(10);

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (maxRate != null && maxRate < 1) {
      throw new ParameterException(command().commandLine(), "--max-rate must be at least 1.");
    }
    if (format != null && !FORMATS.contains(format)) {
      throw new ParameterException(command().commandLine(), "--format must be ndjson or csv.");
    }
    boolean standard = file.equals(STANDARD_INPUT);
    Path beside = standard || progress != null ? progress : Path.of(file + ".progress");
    Path out = standard || rejected != null ? rejected : Path.of(file + ".rejected");
    requireDistinct(standard ? null : Path.of(file), beside, out);
    String address = AdminClient.requireUrl(service.trackingAddress());
    SSLContext trust = service.trust();
    try (ImportInput input =
        standard
            ? ImportInput.of("standard input", System.in, 0)
            : ImportInput.open(Path.of(file))) {
      String key = source.resolve(service);
      ImportOrder order =
          new ImportOrder(isCsv(), type, ImportJob.target(address, key), beside, out, batchCalls());
      try (TrackingClient client = new TrackingClient(address, key, trust)) {
        return run(order, input, client, out);
      }
    }
  }

  /** An import must not write one of its files over another. */
  private void requireDistinct(
      @Nullable Path input, @Nullable Path progressFile, @Nullable Path rejectedFile)
      throws IOException {
    if (same(input, progressFile)
        || same(input, rejectedFile)
        || same(progressFile, rejectedFile)) {
      throw new ParameterException(
          command().commandLine(), "The input, --progress and --rejected must be different files.");
    }
  }

  private static boolean same(@Nullable Path one, @Nullable Path other) throws IOException {
    if (one == null || other == null) {
      return false;
    }
    return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())
        || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other));
  }

  private CommandSpec command() {
    return Objects.requireNonNull(spec);
  }

  private boolean isCsv() {
    return format == null
        ? file.toLowerCase(Locale.ROOT).matches(".*\\.csv(\\.gz)?")
        : format.equals("csv");
  }

  private int batchCalls() {
    return maxRate == null ? ImportJob.MAX_CALLS : Math.min(maxRate, ImportJob.MAX_CALLS);
  }

  private Integer run(
      ImportOrder order, ImportInput input, TrackingClient client, @Nullable Path rejectedFile)
      throws InterruptedException {
    PrintWriter out = command().commandLine().getOut();
    PrintWriter err = command().commandLine().getErr();
    InstantSource time = InstantSource.system();
    BatchSender sender = new BatchSender(client, Thread::sleep, time, patience);
    ImportDisplay display = new ImportDisplay(out, !service.json(), input, time, maxRate);
    ImportJob job =
        new ImportJob(
            order, sender, display, err::println, notice -> FailureReport.print(notice, err));
    ImportProgress earlier = job.earlier();
    display.begin(earlier);
    ImportProgress end = job.run(input);
    display.end();
    long accepted = end.accepted() - earlier.accepted();
    long refused = end.rejected() - earlier.rejected();
    if (service.json()) {
      ObjectNode result =
          JsonNodeFactory.instance
              .objectNode()
              .put("lines", end.lines())
              .put("continuedAtLine", earlier.lines())
              .put("accepted", accepted)
              .put("rejected", refused)
              .put("totalAccepted", end.accepted())
              .put("totalRejected", end.rejected());
      out.println(result);
    } else {
      out.printf(Locale.ROOT, "Imported %s; %,d rejected.%n", calls(accepted), refused);
      if (earlier.lines() > 0) {
        out.printf(
            Locale.ROOT,
            "With earlier runs: %s; %,d rejected.%n",
            calls(end.accepted()),
            end.rejected());
      }
      if (end.rejected() > 0 && rejectedFile != null) {
        out.println("Rejected lines and their reasons are in " + rejectedFile + ".");
      }
    }
    out.flush();
    return end.rejected() == 0 ? 0 : 1;
  }

  /** A number of calls in words. */
  static String calls(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d call" : "%,d calls", count);
  }
}
