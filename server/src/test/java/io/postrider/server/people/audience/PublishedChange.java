package io.postrider.server.people.audience;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.log.LogRecord;
import io.postrider.message.RecordView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;

/** The content of a computed message in the log. */
record PublishedChange(String id, String user, String key, String value, Set<Long> destinations) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static PublishedChange of(LogRecord record) {
    RecordView view = RecordView.of(record.bytes());
    byte[] json = new byte[view.json().remaining()];
    view.json().get(json);
    Set<Long> destinations = new TreeSet<>();
    for (int i = 0; i < view.destinations(); i++) {
      destinations.add(view.destinationBits(i));
    }
    try {
      JsonNode message = JSON.readTree(json);
      String key = message.path("traits").fieldNames().next();
      return new PublishedChange(
          message.path("messageId").asText(),
          message.path("userId").asText(),
          key,
          message.path("traits").path(key).toString(),
          destinations);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number of the change, at the end of the message ID. */
  long number() {
    return Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
  }

  /** Such as {@code ada big_spenders=true}. */
  String brief() {
    return user + " " + key + "=" + value;
  }
}
