package io.postrider.server.delivery.api;

import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far somebody has read the attempts of a destination: the last one that he was shown.
 *
 * <p>Attempts have no number, and new ones come while others are forgotten. So the place is found
 * by what the attempt was, and if it is forgotten by now, by its time.
 *
 * @param atMillis when it was
 * @param mark tells it from others of that time
 */
record AttemptCursor(long atMillis, int mark) {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,15})-([0-9a-f]{8})");

  /** Reads what {@link #text} wrote. */
  static Optional<AttemptCursor> parse(String text) {
    Matcher read = FORM.matcher(text);
    return read.matches()
        ? Optional.of(
            new AttemptCursor(
                Long.parseLong(read.group(1)), HexFormat.fromHexDigits(read.group(2))))
        : Optional.empty();
  }

  /** The place behind an attempt. */
  static AttemptCursor behind(DeliveryHistory.Attempt attempt) {
    int mark =
        Objects.hash(attempt.at(), attempt.url(), attempt.round(), attempt.latency().toNanos());
    return new AttemptCursor(attempt.at().toEpochMilli(), mark);
  }

  String text() {
    return atMillis + "-" + HexFormat.of().toHexDigits(mark);
  }

  /** Those of some attempts, newest first, that come behind this place. */
  List<DeliveryHistory.Attempt> rest(List<DeliveryHistory.Attempt> attempts) {
    for (int i = attempts.size() - 1; i >= 0; i--) {
      if (equals(behind(attempts.get(i)))) {
        return attempts.subList(i + 1, attempts.size());
      }
    }
    return attempts.stream().filter(other -> other.at().toEpochMilli() < atMillis).toList();
  }
}
