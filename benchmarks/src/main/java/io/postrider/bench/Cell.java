package io.postrider.bench;

import java.util.ArrayList;
import java.util.List;

/** One line of the acceptance table: a shape of request at a number of connections. */
record Cell(Shape shape, int connections) {
  private static final int JUDGED_FROM = 64;

  /** Plain shapes at every number of connections, respelled ones at the first judged one. */
  static List<Cell> all(List<Integer> connections) {
    List<Cell> cells = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (int count : connections) {
        if (!shape.isRespelled() || count == JUDGED_FROM) {
          cells.add(new Cell(shape, count));
        }
      }
    }
    return cells;
  }

  boolean isJudged() {
    return connections >= JUDGED_FROM && !shape.isRespelled();
  }
}
