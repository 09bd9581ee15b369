package io.postrider.server.people.api;

import io.postrider.server.people.api.ProfileDirectory.Place;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How far somebody has read the events of a person, as it travels: a text that only we read. */
final class EventCursor {

  private static final Pattern FORM = Pattern.compile("(-?[0-9]{1,15})_([0-9]{1,18})");

  private EventCursor() {}

  static String of(Place place) {
    return place.atMillis() + "_" + place.seq();
  }

  static Optional<Place> parse(String text) {
    Matcher read = FORM.matcher(text);
    return read.matches()
        ? Optional.of(new Place(Long.parseLong(read.group(1)), Long.parseLong(read.group(2))))
        : Optional.empty();
  }
}
