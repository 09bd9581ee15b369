package io.postrider.server.catalog.workspace;

import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseUnavailableException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies a workspace file when it has changed. Belongs to one thread.
 *
 * <p>A changed file is applied only if two checks read the same text: it may still be written. A
 * file that is invalid or unreadable is logged once, and changes nothing.
 */
public final class WorkspaceFileFollower {

  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceFileFollower.class);

  private final Path file;
  private final WorkspaceApplier workspace;
  private @Nullable String processed;
  private @Nullable String candidate;
  private @Nullable String problem;

  public WorkspaceFileFollower(Path file, WorkspaceApplier workspace) {
    this.file = file;
    this.workspace = workspace;
  }

  /**
   * Applies a file.
   *
   * @throws StartException if the file is invalid or unreadable
   */
  public static WorkspaceFileFollower open(Path file, WorkspaceApplier workspace) {
    WorkspaceFileFollower follower = new WorkspaceFileFollower(file, workspace);
    try {
      follower.begin();
    } catch (InvalidWorkspaceFileException wrong) {
      throw new StartException("The workspace file is invalid:" + wrong.lines(file.toString()));
    } catch (IOException e) {
      throw new StartException("Cannot read the workspace file %s: %s".formatted(file, reason(e)));
    }
    return follower;
  }

  /**
   * Applies the file.
   *
   * @throws InvalidWorkspaceFileException if anything is wrong with it
   * @throws IOException if it cannot be read
   */
  public void begin() throws IOException {
    String text = read();
    log(workspace.apply(text));
    processed = text;
  }

  /** Checks the file; true if it must be checked again soon. */
  public boolean check() {
    String text;
    try {
      text = read();
    } catch (IOException unreadable) {
      candidate = null;
      warn("Cannot read the workspace file %s: %s".formatted(file, reason(unreadable)));
      return false;
    }
    if (text.equals(processed)) {
      candidate = null;
      problem = null;
      return false;
    }
    if (!text.equals(candidate)) {
      candidate = text;
      return true;
    }
    apply(text);
    return false;
  }

  private void apply(String text) {
    try {
      log(workspace.apply(text));
      problem = null;
    } catch (InvalidWorkspaceFileException wrong) {
      LOG.error(
          "The workspace file is invalid and was not applied: {}", wrong.line(file.toString()));
    } catch (DatabaseUnavailableException unavailable) {
      warn("The database is unavailable; the workspace file is not applied yet.");
      return;
    }
    processed = text;
    candidate = null;
  }

  /** Logs a problem once, until it is solved. */
  private void warn(String text) {
    if (!text.equals(problem)) {
      LOG.warn("{} Nothing was changed.", text);
      problem = text;
    }
  }

  private void log(DeclaredChange change) {
    LOG.info(
        "Applied the workspace file: sources {}, destinations {}, audiences and computed traits {},"
            + " workspace settings {}.",
        counts(change.sources(), change.declarations().sources().size()),
        counts(change.destinations(), change.declarations().destinations().size()),
        counts(change.computations(), change.declarations().computations().size()),
        change.declarations().workspace().size()
            + (change.workspace() == null ? "" : " (changed)"));
  }

  private static String counts(DeclaredChange.Part<?, ?> changes, int declared) {
    return "%d (%d new, %d changed, %d removed)"
        .formatted(
            declared, changes.created().size(), changes.changed().size(), changes.removed().size());
  }

  private String read() throws IOException {
    // reading a pipe could block forever
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("it is not a file");
    }
    return WorkspaceFileText.read(file);
  }

  /** Why a file cannot be read. */
  public static String reason(IOException unreadable) {
    return switch (unreadable) {
      case NoSuchFileException _ -> "it does not exist.";
      case CharacterCodingException _ -> "it is not UTF-8.";
      default -> unreadable.getMessage() + ".";
    };
  }
}
