package io.postrider.bench;

import java.util.ArrayList;
import java.util.List;

/** One row of the ingestion table: a kind of request at a number of connections. */
record Cell(Shape shape, int connections) {
  /** Fewer connections wait for the disk, and cannot saturate a processor. */
  private static final int JUDGED_FROM = 16;

  private static final int MANY = 64;

  /**
   * All cells: the usual requests at every number of connections, the others at the first number
   * that is many.
   */
  static List<Cell> all(List<Integer> connections) {
    List<Cell> cells = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (int count : connections) {
        if (shape.isMeasuredAtEveryNumber() || count == MANY) {
          cells.add(new Cell(shape, count));
        }
      }
    }
    return cells;
  }

  boolean isJudged() {
    return connections >= JUDGED_FROM;
  }

  boolean hasMany() {
    return connections >= MANY;
  }

  /** The least ratio to the baseline. */
  double target() {
    return hasMany() ? shape.target : shape.targetOfFew;
  }

  /** The key of the ratio in the results. */
  String figure() {
    return name() + "_ratio";
  }

  String name() {
    return "accept_%s_%d".formatted(shape.key, connections);
  }
}
