package io.postrider.server.privacy.api;

import io.postrider.id.SourceId;
import io.postrider.server.http.admin.Query;
import io.postrider.server.privacy.RegulationStore;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which page of a list is asked for: {@code limit}, and cursors that only we read. */
final class PrivacyPaging {

  static final int LARGEST = 200;
  static final int USUAL = 50;

  private static final int RADIX = 36;
  private static final int LONGEST_PLACE = 4_000;
  private static final char SEPARATOR = '.';

  private PrivacyPaging() {}

  /** How many are asked for; null if that is left open or wrong. */
  static @Nullable Integer limit(Query query) {
    return query.parameter(
        "limit", PrivacyPaging::parseLimit, "must be a number from 1 to " + LARGEST);
  }

  private static Optional<Integer> parseLimit(String text) {
    return text.matches("[0-9]{1,4}")
        ? Optional.of(Integer.parseInt(text)).filter(n -> n >= 1 && n <= LARGEST)
        : Optional.empty();
  }

  static String number(long number) {
    return "r" + Long.toString(number, RADIX);
  }

  static Optional<Long> parseNumber(String text) {
    return text.matches("r[0-9a-z]{1,12}")
        ? Optional.of(Long.parseLong(text.substring(1), RADIX))
        : Optional.empty();
  }

  /** The code units of the user's id, and the source if there is one. */
  static String place(RegulationStore.Place place) {
    ByteBuffer units = ByteBuffer.allocate(2 * place.userId().length());
    units.asCharBuffer().put(place.userId());
    String user = Base64.getUrlEncoder().withoutPadding().encodeToString(units.array());
    SourceId source = place.source();
    return source == null ? user : user + SEPARATOR + source;
  }

  static Optional<RegulationStore.Place> parsePlace(String text) {
    int dot = text.indexOf(SEPARATOR);
    String user = dot < 0 ? text : text.substring(0, dot);
    Optional<SourceId> source =
        dot < 0 ? Optional.empty() : SourceId.parse(text.substring(dot + 1));
    boolean readable =
        text.length() <= LONGEST_PLACE
            && user.matches("[A-Za-z0-9_-]+")
            && (dot < 0 || source.isPresent());
    if (!readable) {
      return Optional.empty();
    }
    try {
      byte[] units = Base64.getUrlDecoder().decode(user);
      return units.length % 2 == 0
          ? Optional.of(
              new RegulationStore.Place(
                  ByteBuffer.wrap(units).asCharBuffer().toString(), source.orElse(null)))
          : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
