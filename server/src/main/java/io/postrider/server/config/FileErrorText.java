package io.postrider.server.config;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says why a file or folder cannot be used, for people. */
public final class FileErrorText {

  private FileErrorText() {}

  /** Why a file cannot be read or written: a clause with a full stop. */
  public static String ofFile(Path file, Exception failure) {
    return Files.isDirectory(file) ? "it is a folder." : of(file, failure);
  }

  /** Why a folder cannot be used: a clause with a full stop. */
  public static String ofFolder(Path folder, Exception failure) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      return "it is not a folder.";
    }
    boolean impossible = failure instanceof NoSuchFileException && notAFolder(folder) == null;
    return impossible ? "it does not exist, and cannot be created." : of(folder, failure);
  }

  /**
   * What is in the place of a file: a clause without its subject. Null if it is a regular file, or
   * nothing.
   */
  public static @Nullable String obstacle(Path file) {
    if (Files.isRegularFile(file) || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    if (Files.isDirectory(file)) {
      return "is a folder";
    }
    return Files.exists(file)
        ? "is not a regular file"
        : "is a symbolic link that leads to no file";
  }

  /** What is wrong, in a sentence, if a failure comes from a file or folder; otherwise null. */
  public static @Nullable String of(Throwable failure) {
    Throwable cause = failure instanceof FileSystemException ? failure : failure.getCause();
    if (cause instanceof FileSystemException unusable && unusable.getFile() != null) {
      Path path = Path.of(unusable.getFile());
      return "Cannot use %s: %s".formatted(path.toAbsolutePath(), ofFile(path, unusable));
    }
    return null;
  }

  private static String of(Path path, Exception failure) {
    Path ancestor = notAFolder(path);
    if (ancestor != null) {
      return ancestor + " is not a folder.";
    }
    return switch (failure) {
      case NoSuchFileException _ -> missing(path);
      case AccessDeniedException denied -> "permission denied" + where(path, denied) + ".";
      case FileAlreadyExistsException exists -> exists.getFile() + " is not a folder.";
      case CharacterCodingException _ -> "it is not UTF-8.";
      case FileSystemException other when other.getReason() != null ->
          sentence(other.getReason() + where(path, other));
      default -> sentence(String.valueOf(failure.getMessage()));
    };
  }

  private static String missing(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null || Files.isDirectory(parent)
        ? "it does not exist."
        : "the folder " + parent + " does not exist.";
  }

  /** The part of a path that should be a folder and is not, or null. */
  private static @Nullable Path notAFolder(Path path) {
    Path ancestor = path.toAbsolutePath().getParent();
    while (ancestor != null && !Files.exists(ancestor)) {
      ancestor = ancestor.getParent();
    }
    return ancestor == null || Files.isDirectory(ancestor) ? null : ancestor;
  }

  /** The file that failed, where it is another one, such as a file of a folder. */
  private static String where(Path path, FileSystemException failure) {
    String file = failure.getFile();
    return file == null || file.equals(path.toString()) ? "" : " (" + file + ")";
  }

  private static String sentence(String reason) {
    boolean word = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
    String clause =
        word ? reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1) : reason;
    return clause.endsWith(".") ? clause : clause + ".";
  }
}
