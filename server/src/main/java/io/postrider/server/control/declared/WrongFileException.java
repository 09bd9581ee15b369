package io.postrider.server.control.declared;

import java.util.List;
import java.util.stream.Collectors;

/** A workspace file that is refused, with everything that is wrong with it. */
public final class WrongFileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int MOST_TOLD = 100;

  private final transient List<Mistake> mistakes;

  WrongFileException(List<Mistake> mistakes) {
    super("The workspace file is wrong: " + mistakes, null, false, false);
    this.mistakes = mistakes.stream().sorted().toList();
  }

  WrongFileException(int line, int column, String message) {
    this(List.of(new Mistake(line, column, message)));
  }

  /** What is wrong, from the top of the file to its end. */
  public List<Mistake> mistakes() {
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
