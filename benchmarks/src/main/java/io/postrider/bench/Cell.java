package io.postrider.bench;

import java.util.ArrayList;
import java.util.List;

/** One row of the ingestion table: a kind of request at a number of connections. */
record Cell(Shape shape, int connections) {
  private static final int JUDGED_FROM = 64;

  /**
   * All cells: compact requests at every number of connections, Python-formatted ones at the first
   * judged number.
   */
  static List<Cell> all(List<Integer> connections) {
    List<Cell> cells = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (int count : connections) {
        if (!shape.isNormalized() || count == JUDGED_FROM) {
          cells.add(new Cell(shape, count));
        }
      }
    }
    return cells;
  }

  boolean isJudged() {
    return connections >= JUDGED_FROM && !shape.isNormalized();
  }
}
