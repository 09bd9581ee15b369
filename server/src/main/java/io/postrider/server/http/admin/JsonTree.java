package io.postrider.server.http.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one JSON text as a tree whose numbers are {@link JsonNumber}s. Belongs to one thread.
 *
 * <p>Depth is bounded always. Only texts from outside are read strictly: what this program wrote
 * itself must stay readable.
 */
final class JsonTree {

  /** The maximum nesting depth. */
  static final int MAX_DEPTH = 100;

  /** The parser's message for a duplicate key; a long key is not repeated. */
  private static final Pattern TWICE = Pattern.compile("Duplicate field '(.{1,100})'");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonFactory LENIENT =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();
  private static final JsonFactory STRICT =
      LENIENT.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final JsonParser parser;
  private final boolean strict;

  private JsonTree(JsonParser parser, boolean strict) {
    this.parser = parser;
    this.strict = strict;
  }

  /**
   * Reads a text.
   *
   * @param strict whether to refuse duplicate keys, and numbers that are not {@link
   *     JsonNumber#isBounded bounded}
   * @throws ApiException if the text is not JSON
   */
  static JsonNode read(String text, boolean strict) {
    try (JsonParser parser = (strict ? STRICT : LENIENT).createParser(text)) {
      return new JsonTree(parser, strict).whole();
    } catch (JsonProcessingException malformed) {
      throw malformed(malformed);
    } catch (IOException bug) {
      throw new UncheckedIOException("cannot read a text", bug);
    }
  }

  private JsonNode whole() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw ApiException.of(ProblemCode.INVALID_JSON, "The body is empty.");
    }
    JsonNode tree = value(first);
    if (parser.nextToken() != null) {
      throw wrong("The body has more after its end", parser.currentTokenLocation());
    }
    return tree;
  }

  private JsonNode value(JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value starts with " + token);
    };
  }

  private ObjectNode object() throws IOException {
    ObjectNode object = NODES.objectNode();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      object.set(name, value(parser.nextToken()));
    }
    return object;
  }

  private ArrayNode array() throws IOException {
    ArrayNode array = NODES.arrayNode();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      array.add(value(token));
      token = parser.nextToken();
    }
    return array;
  }

  private JsonNumber number() throws IOException {
    String text = parser.getText();
    if (strict && !JsonNumber.isBounded(text)) {
      throw wrong(
          "The body has a number of more than %,d characters or %d exponent digits"
              .formatted(JsonNumber.MAX_LENGTH, JsonNumber.MAX_EXPONENT_DIGITS),
          parser.currentTokenLocation());
    }
    return JsonNumber.of(text);
  }

  /** Says where the error is, without values, which may be secrets. */
  private static ApiException malformed(JsonProcessingException malformed) {
    Matcher twice = TWICE.matcher(malformed.getOriginalMessage());
    String words =
        twice.matches()
            ? "The body has the key \"%s\" twice".formatted(twice.group(1))
            : "The body is not JSON";
    return malformed.getLocation() == null
        ? ApiException.of(ProblemCode.INVALID_JSON, words + ".")
        : wrong(words, malformed.getLocation());
  }

  private static ApiException wrong(String words, JsonLocation at) {
    return ApiException.of(
        ProblemCode.INVALID_JSON,
        "%s: line %d, column %d.".formatted(words, at.getLineNr(), at.getColumnNr()));
  }
}
