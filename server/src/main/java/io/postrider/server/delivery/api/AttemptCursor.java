package io.postrider.server.delivery.api;

import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cursor in the attempts of a destination: identifies the last attempt of a page.
 *
 * <p>Attempts have no ID, and old samples are dropped. So the cursor holds the time and a hash of
 * the attempt; if the attempt is gone, the time decides.
 *
 * @param atMillis when the attempt ended
 * @param hash distinguishes attempts of the same millisecond
 */
record AttemptCursor(long atMillis, int hash) {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,15})-([0-9a-f]{8})");

  /** Parses a text that {@link #text} returned. */
  static Optional<AttemptCursor> parse(String text) {
    Matcher read = FORM.matcher(text);
    return read.matches()
        ? Optional.of(
            new AttemptCursor(
                Long.parseLong(read.group(1)), HexFormat.fromHexDigits(read.group(2))))
        : Optional.empty();
  }

  static AttemptCursor after(DeliveryHistory.Attempt attempt) {
    int hash =
        Objects.hash(attempt.at(), attempt.url(), attempt.round(), attempt.latency().toNanos());
    return new AttemptCursor(attempt.at().toEpochMilli(), hash);
  }

  String text() {
    return atMillis + "-" + HexFormat.of().toHexDigits(hash);
  }

  List<DeliveryHistory.Attempt> rest(List<DeliveryHistory.Attempt> attempts) {
    for (int i = attempts.size() - 1; i >= 0; i--) {
      if (equals(after(attempts.get(i)))) {
        return attempts.subList(i + 1, attempts.size());
      }
    }
    return attempts.stream().filter(other -> other.at().toEpochMilli() < atMillis).toList();
  }
}
