package io.postrider.bench.torture;

import io.postrider.bench.Programs;
import io.postrider.bench.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one suite against the real server. */
@Command(name = "torture", description = "Runs one reliability suite against the real server.")
public final class Torture implements Callable<Integer> {

  private enum Name {
    FAULTS,
    MALFORMED,
    SOAK
  }

  private static final long NEEDED_BYTES = 4L << 30;

  @Parameters(paramLabel = "NAME", description = "faults, malformed or soak")
  private Name name = Name.FAULTS;

  @Option(names = "--for", paramLabel = "10m", description = "how long")
  private Duration length = Duration.ofMinutes(10);

  @Option(names = "--seed", description = "the seed of everything random; a new one by default")
  private @Nullable Long seed;

  private Torture() {}

  public static void main(String[] args) {
    CommandLine command = new CommandLine(new Torture());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.registerConverter(Duration.class, new Length());
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long used = seed == null ? System.nanoTime() & 0xffff_ffffL : seed;
    String label = name.name().toLowerCase(Locale.ROOT);
    System.out.printf(
        "Repeat with: ./torture %s --for %ds --seed %d%n", label, length.toSeconds(), used);
    Programs programs = Programs.here();
    Path results = Files.createDirectories(programs.root().resolve("target/torture"));
    try (Scratch scratch = Scratch.open(programs.root(), "torture", NEEDED_BYTES)) {
      boolean held = run(programs, scratch.folder(), results, used);
      System.out.println(held ? "The server held." : "The server did NOT hold.");
      return held ? 0 : 1;
    } catch (IllegalStateException e) {
      System.out.println("The server did NOT hold: " + e.getMessage());
      return 1;
    }
  }

  /** Runs the suite, and keeps the server's log. */
  private boolean run(Programs programs, Path folder, Path results, long used)
      throws IOException, InterruptedException {
    Suite suite =
        switch (name) {
          case FAULTS -> new FaultSuite(results.resolve("lost.json"));
          case MALFORMED -> new MalformedSuite();
          case SOAK -> new SoakSuite(results.resolve("soak.svg"));
        };
    try (TortureSetup setup = TortureSetup.open(programs, folder, used)) {
      return suite.run(setup, length, used);
    } finally {
      Files.copy(
          folder.resolve("server.log"),
          results.resolve(name.name().toLowerCase(Locale.ROOT) + ".log"),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Reads lengths such as {@code 90s}, {@code 10m} and {@code 1h}. */
  static final class Length implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})(s|m|h)");

    @Override
    public Duration convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new CommandLine.TypeConversionException("expected a time such as 90s, 10m or 1h");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }
  }
}
