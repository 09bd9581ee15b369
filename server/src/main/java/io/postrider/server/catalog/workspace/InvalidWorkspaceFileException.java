package io.postrider.server.catalog.workspace;

import java.util.List;
import java.util.stream.Collectors;

/** Everything that is wrong with a workspace file. */
public final class InvalidWorkspaceFileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int MOST_LINES = 100;

  private final transient List<FileError> mistakes;

  InvalidWorkspaceFileException(List<FileError> mistakes) {
    super("The workspace file is invalid: " + mistakes, null, false, false);
    this.mistakes = mistakes.stream().sorted().toList();
  }

  InvalidWorkspaceFileException(int line, int column, String message) {
    this(List.of(new FileError(line, column, message)));
  }

  /** The mistakes in the order of the file. */
  public List<FileError> mistakes() {
    return mistakes;
  }

  /** One line per mistake, at most a hundred, each with the name of the file. */
  public String lines(String file) {
    String text =
        mistakes.stream()
            .limit(MOST_LINES)
            .map(mistake -> "\n  " + file + ":" + mistake)
            .collect(Collectors.joining());
    int more = mistakes.size() - MOST_LINES;
    return more > 0 ? text + "\n  and %,d more".formatted(more) : text;
  }
}
