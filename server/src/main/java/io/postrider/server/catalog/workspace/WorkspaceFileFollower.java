package io.postrider.server.catalog.workspace;

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
 * Looks at a workspace file and brings it into force when it has changed. Belongs to one thread,
 * which decides when it looks.
 *
 * <p>A file that is being written is let alone: what differs from what is in force must be seen
 * twice. A file that is wrong, or cannot be read, is told of once, and everything stays as it is.
 */
public final class WorkspaceFileFollower {

  private static final Logger logger = LoggerFactory.getLogger(WorkspaceFileFollower.class);

  private final Path file;
  private final WorkspaceApplier workspace;
  private @Nullable String judged;
  private @Nullable String candidate;
  private @Nullable String trouble;

  /** Follows a file. */
  public WorkspaceFileFollower(Path file, WorkspaceApplier workspace) {
    this.file = file;
    this.workspace = workspace;
  }

  /**
   * Brings the file into force as it is now.
   *
   * @throws InvalidWorkspaceFileException if anything is wrong with it
   * @throws IOException if it cannot be read
   */
  public void begin() throws IOException {
    String text = read();
    told(workspace.apply(text));
    judged = text;
  }

  /** Looks at the file; true if it is to be looked at again soon. */
  public boolean look() {
    String text;
    try {
      text = read();
    } catch (IOException unreadable) {
      candidate = null;
      complain("The workspace file %s cannot be read: %s".formatted(file, why(unreadable)));
      return false;
    }
    if (text.equals(judged)) {
      candidate = null;
      trouble = null;
      return false;
    }
    if (!text.equals(candidate)) {
      candidate = text;
      return true;
    }
    judge(text);
    return false;
  }

  private void judge(String text) {
    try {
      told(workspace.apply(text));
      trouble = null;
    } catch (InvalidWorkspaceFileException wrong) {
      logger.error(
          "The workspace file is invalid and was not applied:{}", wrong.told(file.toString()));
    } catch (DatabaseUnavailableException away) {
      complain("The database is unavailable; the workspace file is not applied yet.");
      return;
    }
    judged = text;
    candidate = null;
  }

  /** Says something once, until all is well again. */
  private void complain(String words) {
    if (!words.equals(trouble)) {
      logger.warn("{} Nothing was changed.", words);
      trouble = words;
    }
  }

  private void told(DeclarationStore.Change change) {
    logger.info(
        "The workspace file is applied: sources {}, destinations {}, audiences and computed traits"
            + " {}, settings of the workspace {}.",
        counts(change.sources(), change.declarations().sources().size()),
        counts(change.destinations(), change.declarations().destinations().size()),
        counts(change.computations(), change.declarations().computations().size()),
        change.declarations().workspace().size()
            + (change.workspace() == null ? "" : " (changed)"));
  }

  private static String counts(DeclarationStore.Changes<?, ?> changes, int declared) {
    return "%d (%d new, %d changed, %d removed)"
        .formatted(
            declared, changes.made().size(), changes.changed().size(), changes.removed().size());
  }

  private String read() throws IOException {
    if (Files.size(file) > YamlReader.LARGEST_CHARACTERS) {
      throw new IOException("it has more than %,d bytes".formatted(YamlReader.LARGEST_CHARACTERS));
    }
    return Files.readString(file);
  }

  /** Why a file cannot be read, in words. */
  public static String why(IOException unreadable) {
    return switch (unreadable) {
      case NoSuchFileException gone -> "there is no such file.";
      case CharacterCodingException odd -> "it is not UTF-8.";
      default -> unreadable.getMessage() + ".";
    };
  }
}
