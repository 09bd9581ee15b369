package io.postrider.server.access;

import io.postrider.server.http.admin.Caller;
import java.util.LinkedHashMap;

/**
 * The callers that used a valid token from a network, most recent ones first to stay. May be called
 * from any thread; remembers at most {@link #MAX_CALLERS}.
 */
final class KnownCallers {

  static final int MAX_CALLERS = 10_000;

  private record Place(String network, String callerId) {}

  private final LinkedHashMap<Place, Boolean> places = new LinkedHashMap<>(16, 0.75f, true);

  synchronized boolean contains(String network, Caller caller) {
    return places.get(new Place(network, caller.id())) != null;
  }

  synchronized void add(String network, Caller caller) {
    places.put(new Place(network, caller.id()), true);
    if (places.size() > MAX_CALLERS) {
      var _ = places.pollFirstEntry();
    }
  }

  synchronized int size() {
    return places.size();
  }
}
