package io.postrider.server.http.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a JSON object and collects all errors.
 *
 * <p>Belongs to one thread. Each method returns null for a field that is absent or invalid; {@link
 * #check} throws if there were errors, so values are valid after it. Errors in nested objects are
 * collected under a path such as {@code settings.webhooks[2].url}.
 */
public final class Fields {

  private final JsonNode object;
  private final String path;
  private final boolean stored;
  private final Set<String> known = new LinkedHashSet<>();
  private final List<Fields> inside = new ArrayList<>();
  private final List<FieldError> errors;

  private Fields(JsonNode object, String path, boolean stored, List<FieldError> errors) {
    this.object = object;
    this.path = path;
    this.stored = stored;
    this.errors = errors;
  }

  /** The fields of a request's body. */
  public static Fields of(ApiRequest call, Set<String> mediaTypes) {
    requireMediaType(call, mediaTypes);
    JsonNode tree = Json.parse(call.body());
    if (!tree.isObject()) {
      throw ApiException.invalid(List.of(new FieldError("", FieldMessages.NOT_AN_OBJECT)));
    }
    return new Fields(tree, "", false, new ArrayList<>());
  }

  /** The fields of an object that is not a request's body. */
  public static Fields of(JsonNode object) {
    return new Fields(object, "", false, new ArrayList<>());
  }

  /** The fields of an object that the program stored; names may be those of earlier versions. */
  public static Fields ofStored(JsonNode object) {
    return new Fields(object, "", true, new ArrayList<>());
  }

  private static void requireMediaType(ApiRequest call, Set<String> mediaTypes) {
    String stated = call.contentType() == null ? "" : call.contentType();
    String mediaType = stated.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!mediaTypes.contains(mediaType)) {
      throw ApiException.of(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "Content-Type must be " + String.join(" or ", mediaTypes) + ".");
    }
  }

  /** Whether a field is present, even if null. */
  public boolean has(String field) {
    known.add(field);
    return object.has(field);
  }

  /** Adds an error for each field that is absent. */
  public Fields require(String... fields) {
    for (String field : fields) {
      if (!has(field)) {
        wrong(field, FieldMessages.REQUIRED);
      }
    }
    return this;
  }

  /** Adds an error for each field that is present. */
  public Fields refuse(String message, String... fields) {
    for (String field : fields) {
      if (has(field)) {
        wrong(field, message);
      }
    }
    return this;
  }

  /** Refuses fields that only the server sets. */
  public Fields readOnly(String... fields) {
    return refuse(FieldMessages.READ_ONLY, fields);
  }

  /** The value of a field; null if it is absent. */
  public @Nullable JsonNode node(String field) {
    return has(field) ? object.get(field) : null;
  }

  /** The fields of a nested object. */
  public @Nullable Fields object(String field) {
    JsonNode node = node(field);
    return node == null ? null : object(field, node);
  }

  /** The objects of a list with a number of items in a range; other items are errors. */
  public @Nullable List<Fields> objects(String field, int least, int most) {
    List<JsonNode> items = items(field, least, most);
    if (items == null) {
      return null;
    }
    List<Fields> objects = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Fields object = object("%s[%d]".formatted(field, i), items.get(i));
      if (object != null) {
        objects.add(object);
      }
    }
    return objects;
  }

  /** The items of a list with a number of items in a range. */
  public @Nullable List<JsonNode> items(String field, int least, int most) {
    JsonNode node = node(field);
    if (node == null) {
      return null;
    }
    if (!node.isArray() || node.size() < least || node.size() > most) {
      wrong(field, FieldMessages.items(least, most));
      return null;
    }
    return node.valueStream().toList();
  }

  /**
   * The values of a list of distinct texts; null if it is absent or no such list.
   *
   * @param message the error of an item that does not parse
   */
  public <T> @Nullable List<T> distinct(
      String field, int least, int most, Function<String, Optional<T>> parser, String message) {
    List<JsonNode> items = items(field, least, most);
    if (items == null) {
      return null;
    }
    Map<T, String> places = new LinkedHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      String place = "%s[%d]".formatted(field, i);
      String text = items.get(i).isTextual() ? items.get(i).textValue() : "";
      T value = parser.apply(text).orElse(null);
      String same = value == null ? null : places.putIfAbsent(value, place);
      if (value == null) {
        wrong(place, message);
      } else if (same != null) {
        wrong(place, FieldMessages.sameAs(same));
      }
    }
    return List.copyOf(places.keySet());
  }

  /** The fields of an object found in a field. */
  public @Nullable Fields object(String field, JsonNode node) {
    if (!node.isObject()) {
      wrong(field, FieldMessages.NOT_AN_OBJECT);
      return null;
    }
    Fields fields = new Fields(node, path + field + ".", stored, errors);
    inside.add(fields);
    return fields;
  }

  /** A text up to a number of characters, not blank. */
  public @Nullable String text(String field, int longest) {
    if (!has(field)) {
      return null;
    }
    JsonNode node = object.get(field);
    if (!node.isTextual()) {
      wrong(field, FieldMessages.NOT_A_STRING);
      return null;
    }
    String text = node.textValue();
    if (text.isBlank() || text.codePointCount(0, text.length()) > longest) {
      wrong(field, FieldMessages.nameOf(longest));
      return null;
    }
    return text;
  }

  /**
   * A name: a text up to a number of characters, not blank, without control characters and lone
   * surrogates, which are no characters.
   */
  public @Nullable String name(String field, int longest) {
    String name = text(field, longest);
    if (name != null && !stored && name.codePoints().anyMatch(Fields::isSurrogate)) {
      wrong(field, FieldMessages.LONE_SURROGATE);
      return null;
    }
    if (name != null && !stored && name.codePoints().anyMatch(Fields::isControl)) {
      wrong(field, FieldMessages.CONTROL_CHARACTERS);
      return null;
    }
    return name;
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  /** Whether a character controls lines or the direction of text instead of showing something. */
  private static boolean isControl(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
    };
  }

  /** A value parsed from one of several names. */
  public <T> @Nullable T choice(
      String field, Function<String, Optional<T>> parser, String choices) {
    if (!has(field)) {
      return null;
    }
    Optional<T> parsed =
        object.get(field).isTextual()
            ? parser.apply(object.get(field).textValue())
            : Optional.empty();
    if (parsed.isEmpty()) {
      wrong(field, "must be " + choices);
      return null;
    }
    return parsed.get();
  }

  /** An RFC 3339 time. */
  public @Nullable Instant time(String field) {
    return choice(field, TimeText::parse, TimeText.EXPECTED);
  }

  public @Nullable Boolean bool(String field) {
    if (!has(field)) {
      return null;
    }
    JsonNode node = object.get(field);
    if (!node.isBoolean()) {
      wrong(field, FieldMessages.NOT_A_BOOLEAN);
      return null;
    }
    return node.booleanValue();
  }

  /** An integer in a range, or null. */
  public @Nullable Integer integerOrNull(String field, int least, int most) {
    if (!has(field) || object.get(field).isNull()) {
      return null;
    }
    JsonNode node = object.get(field);
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (value >= least && value <= most && value == Math.rint(value)) {
      return (int) value;
    }
    wrong(field, FieldMessages.integer(least, most) + ", or null");
    return null;
  }

  /** Throws if there were errors; fields that were never read are errors. */
  public void check() {
    refuseUnknown();
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
  }

  private void refuseUnknown() {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                wrong(name, FieldMessages.unknown(name, known));
              }
            });
    inside.forEach(Fields::refuseUnknown);
  }

  /** Adds an error. */
  public void wrong(String field, String message) {
    errors.add(new FieldError(path + field, message));
  }
}
