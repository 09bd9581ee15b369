package io.postrider.server.commands;

import io.postrider.server.DataFolder;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.config.StartException;
import io.postrider.server.database.SqliteCheck;
import io.postrider.server.folder.DamagedFiles;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a data folder start although it has lost files. */
@Command(
    name = "accept-loss",
    mixinStandardHelpOptions = true,
    description = {
      "Lets the service start without a file that its data folder has lost.",
      "The service must be stopped. A damaged file stays in the folder under another name, and the"
          + " next start creates a new one."
    })
public final class AcceptLossCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "A file that the start misses, such as cursors.db, or 'log'.")
  private List<String> names = List.of();

  @Option(names = "--data", paramLabel = "DIR", description = "The data folder.")
  private @Nullable String data;

  @Option(names = "--config", paramLabel = "FILE", description = "A properties file of settings.")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Map<String, String> flags = data == null ? Map.of() : Map.of("data.dir", data);
    Path path = Config.of(Settings.load(file, System.getenv(), flags)).data().dir();
    if (!Files.isDirectory(path)) {
      throw new StartException(
          "Cannot use the data folder %s: %s"
              .formatted(
                  path.toAbsolutePath(),
                  Files.exists(path) ? "it is not a folder." : "it does not exist."));
    }
    List<DataFile> files = new ArrayList<>();
    for (String name : names) {
      if (!name.equals(FolderManifest.NAME)) {
        files.add(DataFile.named(name).orElseThrow(() -> unknown(name)));
      }
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (DataFolder folder = DataFolder.open(path)) {
      FolderManifest manifest = folder.manifest();
      if (names.contains(FolderManifest.NAME)) {
        manifest.startOver();
        out.println("Began a new manifest. The next start lists the files that exist then.");
      }
      for (DataFile lost : files) {
        out.println(accept(manifest, lost));
      }
    }
    return 0;
  }

  private static StartException unknown(String name) {
    return new StartException(
        "'%s' is no file that a start misses. These are: %s, %s."
            .formatted(
                name,
                Arrays.stream(DataFile.values())
                    .map(DataFile::fileName)
                    .collect(Collectors.joining(", ")),
                FolderManifest.NAME));
  }

  private static String accept(FolderManifest manifest, DataFile lost) throws IOException {
    Path path = lost.in(manifest.folder());
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      manifest.forget(lost);
      return "Accepted the loss of %s. It held %s.".formatted(lost.fileName(), lost.content());
    }
    boolean sound =
        lost.isDatabase()
            && Files.isRegularFile(path)
            && Files.size(path) > 0
            && !manifest.isDamaged(lost)
            && SqliteCheck.damage(path).isEmpty();
    if (sound) {
      throw new StartException(
          path.toAbsolutePath()
              + " is neither missing nor damaged. To start without it nevertheless, move it out of"
              + " the folder first.");
    }
    String name = new DamagedFiles(manifest, InstantSource.system()).setAside(lost);
    return "Accepted the loss of %s, and set it aside as %s. It held %s."
        .formatted(lost.fileName(), name, lost.content());
  }
}
