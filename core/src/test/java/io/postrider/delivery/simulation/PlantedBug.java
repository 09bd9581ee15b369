package io.postrider.delivery.simulation;

/**
 * A defect planted in the machine to test whether the simulation finds it.
 *
 * @param type the changed class of the machines; with a folder, one of the simulation
 * @param right the original source text; must occur exactly once
 * @param wrong the replacement
 * @param seed one that found it, to try first
 */
public record PlantedBug(String name, String type, String right, String wrong, long seed) {

  public PlantedBug(String name, String type, String right, String wrong) {
    this(name, type, right, wrong, 1);
  }

  /** The bug, with the first seed that found it. */
  public PlantedBug foundBy(long seed) {
    return new PlantedBug(name, type, right, wrong, seed);
  }

  /** Returns the source with the defect. */
  String plantedIn(String source) {
    int at = source.indexOf(right);
    if (at < 0 || source.indexOf(right, at + 1) >= 0) {
      throw new IllegalStateException(
          "%s: the source of %s must contain this exactly once: %s".formatted(name, type, right));
    }
    return source.substring(0, at) + wrong + source.substring(at + right.length());
  }

  @Override
  public String toString() {
    return name;
  }
}
