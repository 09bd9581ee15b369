package io.postrider.server.catalog.workspace;

import io.postrider.server.catalog.RefusedWorkspaceFile;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies a workspace file when it has changed. Belongs to one thread; any may ask for {@link
 * #refused}.
 *
 * <p>A changed file is applied only if two checks read the same text: it may still be written. A
 * file that is invalid or unreadable is logged once, shown until it is corrected, and changes
 * nothing.
 */
public final class WorkspaceFileFollower {

  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceFileFollower.class);

  private final Path file;
  private final WorkspaceApplier workspace;
  private final InstantSource time;
  private @Nullable String processed;
  private @Nullable String candidate;

  /** The refusal of the processed text; null if that was applied. */
  private @Nullable RefusedWorkspaceFile invalid;

  private volatile @Nullable RefusedWorkspaceFile refused;

  public WorkspaceFileFollower(Path file, WorkspaceApplier workspace, InstantSource time) {
    this.file = file;
    this.workspace = workspace;
    this.time = time;
  }

  /**
   * Applies a file.
   *
   * @throws StartException if the file is invalid or unreadable
   */
  public static WorkspaceFileFollower open(
      Path file, WorkspaceApplier workspace, InstantSource time) {
    WorkspaceFileFollower follower = new WorkspaceFileFollower(file, workspace, time);
    try {
      follower.begin();
    } catch (InvalidWorkspaceFileException wrong) {
      throw new StartException("The workspace file is invalid:" + wrong.lines(file.toString()));
    } catch (IOException e) {
      throw new StartException(
          "Cannot read the workspace file %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
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

  /** Why the file as it is now is not in force; empty if it is. */
  public Optional<RefusedWorkspaceFile> refused() {
    return Optional.ofNullable(refused);
  }

  /** Checks the file; true if it must be checked again soon. */
  public boolean check() {
    String text;
    try {
      text = read();
    } catch (IOException unreadable) {
      candidate = null;
      warn(
          "Cannot read the workspace file %s: %s"
              .formatted(file, FileErrorText.ofFile(file, unreadable)));
      return false;
    }
    if (text.equals(processed)) {
      candidate = null;
      refused = invalid;
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
      invalid = null;
    } catch (InvalidWorkspaceFileException wrong) {
      LOG.error(
          "The workspace file is invalid and was not applied: {}", wrong.line(file.toString()));
      invalid =
          new RefusedWorkspaceFile(
              time.instant(), "The workspace file is invalid: " + wrong.brief(file.toString()));
    } catch (DatabaseUnavailableException unavailable) {
      warn("The database is unavailable; the workspace file is not applied yet.");
      return;
    }
    processed = text;
    candidate = null;
    refused = invalid;
  }

  /** Logs a problem once, until it is solved. */
  private void warn(String text) {
    RefusedWorkspaceFile before = refused;
    if (before == null || !text.equals(before.message())) {
      LOG.warn("{} Nothing was changed.", text);
      refused = new RefusedWorkspaceFile(time.instant(), text);
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
}
