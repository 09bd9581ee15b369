package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.commands.convert.Conversion;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import io.postrider.server.ops.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Turns the configuration of another system into a workspace file. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    description = {
      "Turns exports of Segment or RudderStack into a workspace file.",
      "Prints the file, and on standard error what is left out or differs. Write keys stay the"
          + " same; variables stand for shared secrets."
    })
public final class ConvertCommand implements Callable<Integer> {

  /** The most bytes of one file. */
  static final long MAX_BYTES = 64L << 20;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Responses of Segment's Public API, or RudderStack's workspace config.")
  private List<Path> files = List.of();

  @Option(names = "--json", description = "Print JSON: the file, and what is left out or differs.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Conversion conversion = converted();
    if (conversion.draft().isEmpty()) {
      throw new StartException(
          "Nothing in these files can be converted:" + lines(conversion.leftOut()));
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    if (json) {
      out.println(
          Json.text(
              new Result(
                  conversion.draft().tree(),
                  conversion.draft().variables(),
                  conversion.leftOut(),
                  conversion.notes())));
      return 0;
    }
    out.print("# Written by postrider convert.\n" + conversion.draft().text());
    out.flush();
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    section(err, "Left out:", conversion.leftOut());
    section(err, "Different:", conversion.notes());
    return 0;
  }

  /** The result as JSON. */
  private record Result(
      JsonNode workspace,
      List<String> variables,
      List<Conversion.LeftOut> leftOut,
      List<Conversion.Note> notes) {}

  private Conversion converted() {
    Map<Path, JsonNode> read = new LinkedHashMap<>();
    for (Path file : files) {
      read.put(file, read(file));
    }
    try {
      Conversion conversion = Conversion.of(List.copyOf(read.values()));
      read.forEach(ConvertCommand::requirePart);
      return conversion;
    } catch (Conversion.UnknownExportException e) {
      throw new StartException(
          "These files are no export of Segment or RudderStack. docs/from-segment.md and"
              + " docs/from-rudderstack.md show what they look like.");
    }
  }

  /** Without a file of filters, a destination would get messages that it must not get. */
  private static void requirePart(Path file, JsonNode content) {
    if (!Conversion.isPart(content)) {
      String problem = content.at("/errors/0/message").asText("");
      throw new StartException(
          "%s has no sources, destinations, filters or subscriptions%s. Save the response again, or"
                  .formatted(file, problem.isEmpty() ? "" : ", but an error: " + problem)
              + " leave it out.");
    }
  }

  private static JsonNode read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new StartException(
            "%s has more than %,d MiB; is it an export?".formatted(file, MAX_BYTES >> 20));
      }
      return Json.parseOwn(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new StartException("Cannot read %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    } catch (ApiException e) {
      String reason = String.valueOf(e.getMessage());
      throw new StartException(reason.replace("The body", file.toString()));
    }
  }

  private static void section(PrintWriter err, String title, List<?> entries) {
    if (!entries.isEmpty()) {
      err.println(title + lines(entries));
      err.flush();
    }
  }

  private static String lines(List<?> entries) {
    StringBuilder lines = new StringBuilder();
    entries.forEach(one -> lines.append("\n  ").append(TerminalText.of(one.toString())));
    return lines.toString();
  }
}
