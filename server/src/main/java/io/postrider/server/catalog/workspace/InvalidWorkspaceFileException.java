package io.postrider.server.catalog.workspace;

import io.postrider.server.ops.TerminalText;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that is wrong with a workspace file. */
public final class InvalidWorkspaceFileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int MAX_LINES = 100;
  private static final int BRIEF_LINES = 3;

  /**
   * One mistake.
   *
   * @param line counted from 1
   * @param column counted from 1
   * @param message the field and what it must be; never its value, which may be a secret
   */
  public record Mistake(int line, int column, String message) {

    /** As compilers write it: {@code 12:7: sources.shop.type must be web, mobile or server}. */
    @Override
    public String toString() {
      return line + ":" + column + ": " + message;
    }
  }

  private final transient List<Mistake> mistakes;

  InvalidWorkspaceFileException(List<Mistake> mistakes) {
    super("The workspace file is invalid: " + mistakes, null, false, false);
    this.mistakes =
        mistakes.stream()
            .sorted(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column))
            .toList();
  }

  InvalidWorkspaceFileException(int line, int column, String message) {
    this(List.of(new Mistake(line, column, message)));
  }

  /** The mistakes in the order of the file. */
  public List<Mistake> mistakes() {
    return mistakes;
  }

  /** One line per mistake, at most a hundred, each with the name of the file. */
  public String lines(String file) {
    return described(file, MAX_LINES).map(one -> "\n  " + one).collect(Collectors.joining());
  }

  /** The same in one line, for the log. */
  String line(String file) {
    return described(file, MAX_LINES).collect(Collectors.joining("; "));
  }

  /** The first mistakes in a sentence, for the overview. */
  String brief(String file) {
    return described(file, BRIEF_LINES).collect(Collectors.joining("; ")) + ".";
  }

  private Stream<String> described(String file, int max) {
    Stream<String> first =
        mistakes.stream().limit(max).map(mistake -> TerminalText.of(file + ":" + mistake));
    int more = mistakes.size() - max;
    return more > 0 ? Stream.concat(first, Stream.of("and %,d more".formatted(more))) : first;
  }
}
