package io.postrider.server.control.declared;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the fields of a workspace file stand, by paths such as {@code
 * destinations.crm.settings.webhooks[0].url}, and what is wrong with them. Belongs to one thread.
 */
final class Places {

  private record Place(int line, int column) {}

  private final Map<String, Place> places = new HashMap<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  void put(String path, int line, int column) {
    places.putIfAbsent(path, new Place(line, column));
  }

  /** Notes that something is wrong at a path, or at what it would be in if it is not there. */
  void wrong(String path, String message) {
    String known = path;
    while (!known.isEmpty() && !places.containsKey(known)) {
      int cut = Math.max(known.lastIndexOf('.'), known.lastIndexOf('['));
      known = cut < 0 ? "" : known.substring(0, cut);
    }
    Place place = places.getOrDefault(known, new Place(1, 1));
    mistakes.add(
        new Mistake(place.line, place.column, path.isEmpty() ? message : path + " " + message));
  }

  void wrong(int line, int column, String message) {
    mistakes.add(new Mistake(line, column, message));
  }

  boolean areFine() {
    return mistakes.isEmpty();
  }

  /** Throws if anything was wrong. */
  void check() {
    if (!mistakes.isEmpty()) {
      throw failure();
    }
  }

  WrongFileException failure() {
    return new WrongFileException(mistakes);
  }
}
