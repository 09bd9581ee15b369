package io.postrider.client;

import io.postrider.client.Failure.Reason;
import io.postrider.client.json.JsonException;
import io.postrider.client.json.JsonReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON in an answer, read as far as it makes sense: what is not JSON is not from the service,
 * and then it has no members. Immutable.
 */
final class AnswerBody {
  private final Map<?, ?> members;
  private final Map<Integer, Failure> rejected;
  private final boolean sound;

  private AnswerBody(Map<?, ?> members, Map<Integer, Failure> rejected, boolean sound) {
    this.members = members;
    this.rejected = rejected;
    this.sound = sound;
  }

  /** Reads the answer to a batch of so many messages. */
  static AnswerBody parse(String text, int messages) {
    Map<?, ?> members = members(text);
    Object given = members.get("rejected");
    List<?> list = given instanceof List ? (List<?>) given : List.of();
    boolean sound = given == null || given instanceof List;
    Map<Integer, Failure> rejected = new LinkedHashMap<>();
    for (Object item : list) {
      Map<?, ?> rejection = item instanceof Map ? (Map<?, ?>) item : Map.of();
      int place = place(rejection.get("index"), messages);
      if (place < 0) {
        sound = false;
      } else {
        rejected.put(place, failure(rejection));
      }
    }
    return new AnswerBody(members, rejected, sound);
  }

  private static Map<?, ?> members(String text) {
    try {
      Object value = JsonReader.parse(text);
      return value instanceof Map ? (Map<?, ?>) value : Map.of();
    } catch (JsonException e) {
      return Map.of();
    }
  }

  /** A place in the batch, or -1 for what is none. */
  private static int place(@Nullable Object index, int messages) {
    if (!(index instanceof Double)) {
      return -1;
    }
    double number = (Double) index;
    boolean exists = number >= 0 && number < messages && number == Math.rint(number);
    return exists ? (int) number : -1;
  }

  private static Failure failure(Map<?, ?> rejection) {
    String message = text(rejection, "message");
    return Failure.answered(
        Reason.REJECTED,
        0,
        text(rejection, "code"),
        message == null ? "The service did not accept the message." : message);
  }

  private static @Nullable String text(Map<?, ?> members, String name) {
    Object value = members.get(name);
    return value instanceof String ? (String) value : null;
  }

  /** The text of a member, or null where it is none. */
  @Nullable String text(String name) {
    return text(members, name);
  }

  /** Why single messages were not accepted, by their place in the batch. */
  Map<Integer, Failure> rejected() {
    return rejected;
  }

  /** Why a 200 with this body is not the service's, or null if it is. */
  @Nullable String problem() {
    Object success = members.get("success");
    if (Boolean.TRUE.equals(success)) {
      return sound ? null : "its list of rejected messages makes no sense";
    }
    return Boolean.FALSE.equals(success) ? "\"success\" is false" : "\"success\":true is missing";
  }
}
