package io.postrider.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The {@code Date} header, formatted once a second.
 *
 * <p>Belongs to one event loop.
 */
final class DateHeader {

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private long second = Long.MIN_VALUE;
  private CharSequence text = "";

  /** Sets the header of a request's response. */
  void put(HttpServerRequest request, long nowMillis) {
    request.response().putHeader(HttpHeaders.DATE, at(nowMillis));
  }

  CharSequence at(long nowMillis) {
    long now = Math.floorDiv(nowMillis, 1_000L);
    if (now != second) {
      second = now;
      text = HttpHeaders.createOptimized(FORM.format(Instant.ofEpochSecond(now)));
    }
    return text;
  }
}
