package io.postrider.server.commands;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.postrider.server.commands.doctor.Doctor;
import io.postrider.server.commands.doctor.Finding;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.http.admin.Json;
import io.postrider.server.ops.Logging;
import io.postrider.server.ops.TerminalText;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks this machine and its configuration. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Checks this machine and its configuration: disk, fsync, clock, port, open files,"
          + " certificates, Kafka and PostgreSQL.",
      "Says what is wrong and what to do. Takes the settings of serve; the service may be running."
          + " Exits with 1 if there is a problem; warnings are none."
    })
public final class DoctorCommand implements Callable<Integer> {

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Option(names = "--port", paramLabel = "PORT", description = "Short for --http.port.")
  private @Nullable String port;

  @Option(names = "--json", description = "Print one line of JSON per check.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Settings loaded = settings.load(port == null ? Map.of() : Map.of("http.port", port));
    Logging.silence("org.apache.kafka"); // a finding says it
    List<Finding> findings = Doctor.examine(loaded, Config.of(loaded), InstantSource.system());
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    findings.forEach(finding -> out.print(json ? json(finding) : text(finding)));
    long problems = findings.stream().filter(one -> one.level() == Finding.Level.PROBLEM).count();
    if (!json) {
      out.println(problems == 0 ? "No problems." : "Problems: " + problems + ".");
    }
    out.flush();
    return problems == 0 ? 0 : 1;
  }

  private static String level(Finding finding) {
    return finding.level().name().toLowerCase(Locale.ROOT);
  }

  private static String json(Finding finding) {
    return Json.text(
            JsonNodeFactory.instance
                .objectNode()
                .put("level", level(finding))
                .put("check", finding.check())
                .put("message", finding.message())
                .put("action", finding.action()))
        + "\n";
  }

  private static String text(Finding finding) {
    String line =
        String.format(
            Locale.ROOT,
            "%-7s  %-18s  %s%n",
            level(finding),
            TerminalText.of(finding.check()),
            TerminalText.of(finding.message()));
    return finding.action().isEmpty()
        ? line
        : line + " ".repeat(29) + TerminalText.of(finding.action()) + System.lineSeparator();
  }
}
