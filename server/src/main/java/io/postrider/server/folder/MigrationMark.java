package io.postrider.server.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file {@code migration} of a data folder that {@code postrider migrate} moves, or has moved,
 * to Kafka and PostgreSQL. The caller has locked the folder.
 *
 * <p>It exists before anything is copied. A crash leaves the earlier content or the new one.
 */
public final class MigrationMark {

  /** Its name in the data folder. */
  static final String NAME = "migration";

  private static final String STARTED = "started";
  private static final String FINISHED = "finished";

  private final Path file;

  private MigrationMark(Path file) {
    this.file = file;
  }

  /** The mark of a folder, which need not have one. */
  public static MigrationMark of(Path folder) {
    return new MigrationMark(folder.resolve(NAME));
  }

  /** Marks the folder as being moved. */
  public void start() {
    write(STARTED);
  }

  /** Marks the folder as moved. */
  public void finish() {
    write(FINISHED);
  }

  /** Whether the folder was moved completely. */
  public boolean isFinished() {
    return read().equals(FINISHED);
  }

  /**
   * Refuses to serve a folder whose data has another place, or is on its way there.
   *
   * @param onKafka whether the node's log is on Kafka
   * @throws StartException if it must not be served
   */
  public void requireServable(boolean onKafka) {
    String state = read();
    if (state.isEmpty() || (onKafka && state.equals(FINISHED))) {
      return;
    }
    Path path = file.toAbsolutePath();
    throw new StartException(
        state.equals(FINISHED)
            ? ("The data folder %s was moved to Kafka and PostgreSQL. Start with the settings that"
                    + " 'postrider migrate' had. To serve the folder as it was before instead,"
                    + " delete %s: messages accepted since then are not in it, and what was"
                    + " delivered since then is delivered again.")
                .formatted(path.getParent(), path)
            : ("The data folder %s is half moved to Kafka and PostgreSQL. Run 'postrider migrate'"
                    + " again with the same settings: it continues. To give that up and serve the"
                    + " folder, which is unchanged, delete %s.")
                .formatted(path.getParent(), path));
  }

  private String read() {
    try {
      return Files.exists(file) ? Files.readString(file).strip() : "";
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private void write(String state) {
    try {
      PrivateFile.create(file, (state + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private StartException unusable(IOException e) {
    return new StartException(
        "Cannot use %s: %s".formatted(file.toAbsolutePath(), FileErrorText.ofFile(file, e)));
  }
}
