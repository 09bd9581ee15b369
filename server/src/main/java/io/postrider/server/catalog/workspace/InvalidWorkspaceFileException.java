package io.postrider.server.catalog.workspace;

import java.util.List;
import java.util.stream.Collectors;

/** A workspace file that is refused, with everything that is wrong with it. */
public final class InvalidWorkspaceFileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int MOST_TOLD = 100;

  private final transient List<FileError> mistakes;

  InvalidWorkspaceFileException(List<FileError> mistakes) {
    super("The workspace file is wrong: " + mistakes, null, false, false);
    this.mistakes = mistakes.stream().sorted().toList();
  }

  InvalidWorkspaceFileException(int line, int column, String message) {
    this(List.of(new FileError(line, column, message)));
  }

  /** What is wrong, from the top of the file to its end. */
  public List<FileError> mistakes() {
    return mistakes;
  }

  /** A line for each mistake, the first hundred of them, with the file's name in front. */
  public String told(String file) {
    String lines =
        mistakes.stream()
            .limit(MOST_TOLD)
            .map(mistake -> "\n  " + file + ":" + mistake)
            .collect(Collectors.joining());
    int more = mistakes.size() - MOST_TOLD;
    return more > 0 ? lines + "\n  and %,d more".formatted(more) : lines;
  }
}
