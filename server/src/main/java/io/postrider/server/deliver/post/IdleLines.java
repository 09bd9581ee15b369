package io.postrider.server.deliver.post;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/1.1 connections of a lane that carry nothing. The one used last is used next, so that
 * those that are too many grow old.
 */
final class IdleLines {

  private final Lane lane;
  private final LineBudget budget;
  private final Deque<Line> lines = new ArrayDeque<>();

  IdleLines(Lane lane, LineBudget budget) {
    this.lane = lane;
    this.budget = budget;
  }

  int count() {
    return lines.size();
  }

  void add(Line line) {
    line.keep();
    lines.addLast(line);
    budget.rests(line, lane);
  }

  /** Takes one out; null if there is none. */
  @Nullable Line poll() {
    Line line = lines.pollLast();
    if (line != null) {
      budget.works(line);
    }
    return line;
  }

  void remove(Line line) {
    lines.remove(line);
    budget.works(line);
  }

  /** Closes those of a kind. */
  void closeIf(Predicate<Line> which) {
    for (Line line : List.copyOf(lines)) {
      if (which.test(line)) {
        remove(line);
        line.close();
      }
    }
  }
}
