package io.postrider.delivery.simulation;

/**
 * A defect that is put into the machine on purpose, to see whether the simulation finds it.
 *
 * @param type the class of {@code io.postrider.delivery} that is changed
 * @param right what its source says; must be there exactly once
 * @param wrong what it says instead
 */
record PlantedBug(String name, String type, String right, String wrong) {

  /** The source with the defect in it. */
  String plantedIn(String source) {
    int at = source.indexOf(right);
    if (at < 0 || source.indexOf(right, at + 1) >= 0) {
      throw new IllegalStateException(
          "%s: the source of %s must say this exactly once: %s".formatted(name, type, right));
    }
    return source.substring(0, at) + wrong + source.substring(at + right.length());
  }

  @Override
  public String toString() {
    return name;
  }
}
