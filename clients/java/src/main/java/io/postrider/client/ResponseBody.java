package io.postrider.client;

import io.postrider.client.Failure.Reason;
import io.postrider.client.json.JsonException;
import io.postrider.client.json.JsonReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON body of a response. A body that is not a JSON object has no members. Immutable. */
final class ResponseBody {
  private final Map<?, ?> members;
  private final Map<Integer, Failure> rejected;
  private final boolean valid;

  private ResponseBody(Map<?, ?> members, Map<Integer, Failure> rejected, boolean valid) {
    this.members = members;
    this.rejected = rejected;
    this.valid = valid;
  }

  /** Parses the response to a batch with a number of messages. */
  static ResponseBody parse(String text, int messages) {
    Map<?, ?> members = members(text);
    Object given = members.get("rejected");
    List<?> list = given instanceof List ? (List<?>) given : List.of();
    boolean valid = given == null || given instanceof List;
    Map<Integer, Failure> rejected = new LinkedHashMap<>();
    for (Object item : list) {
      Map<?, ?> rejection = item instanceof Map ? (Map<?, ?>) item : Map.of();
      int index = index(rejection.get("index"), messages);
      if (index < 0) {
        valid = false;
      } else {
        rejected.put(index, failure(rejection));
      }
    }
    return new ResponseBody(members, rejected, valid);
  }

  private static Map<?, ?> members(String text) {
    try {
      Object value = JsonReader.parse(text);
      return value instanceof Map ? (Map<?, ?>) value : Map.of();
    } catch (JsonException e) {
      return Map.of();
    }
  }

  /** An index in the batch, or -1 if the value is not one. */
  private static int index(@Nullable Object value, int messages) {
    if (!(value instanceof Double)) {
      return -1;
    }
    double number = (Double) value;
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

  /** The text of a member; null if it is not a string. */
  @Nullable String text(String name) {
    return text(members, name);
  }

  /** The rejected messages, by index in the batch. */
  Map<Integer, Failure> rejected() {
    return rejected;
  }

  /** Why a 200 with this body is not from the service; null if it is. */
  @Nullable String problem() {
    Object success = members.get("success");
    if (Boolean.TRUE.equals(success)) {
      return valid ? null : "the list of rejected messages is invalid";
    }
    return Boolean.FALSE.equals(success) ? "\"success\" is false" : "\"success\":true is missing";
  }
}
