package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${env:NAME}} in a workspace file by an environment variable. {@code $${env:NAME}}
 * is the literal text. May be called from any thread.
 */
public final class EnvironmentVariables {

  private static final Pattern REFERENCE = Pattern.compile("(\\$?)\\$\\{env:([^}]*)}?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Function<String, @Nullable String> values;

  private EnvironmentVariables(Function<String, @Nullable String> values) {
    this.values = values;
  }

  public static EnvironmentVariables of(Map<String, String> environment) {
    return new EnvironmentVariables(environment::get);
  }

  /** Variables that all have a value of their own, for checking a file where they are not set. */
  public static EnvironmentVariables any() {
    Map<String, Integer> numbers = new ConcurrentHashMap<>();
    AtomicInteger last = new AtomicInteger();
    return new EnvironmentVariables(
        name -> "variable" + numbers.computeIfAbsent(name, any -> last.incrementAndGet()));
  }

  interface ErrorHandler {
    void wrong(String message);
  }

  /** Fills in the variables of a text and reports what is wrong. */
  String filled(String text, ErrorHandler errors) {
    Matcher found = REFERENCE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (found.find()) {
      String name = found.group(2);
      String value = found.group();
      if (!found.group(1).isEmpty()) {
        value = found.group().substring(1);
      } else if (!NAME.matcher(name).matches() || !found.group().endsWith("}")) {
        errors.wrong("has a malformed variable; write ${env:NAME}");
      } else {
        String set = values.apply(name);
        if (set == null || set.isEmpty()) {
          errors.wrong("requires the environment variable " + name + ", which is not set");
        } else {
          value = set;
        }
      }
      found.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return found.appendTail(filled).toString();
  }

  /** Escapes the texts of a tree that look like variables. */
  static JsonNode literal(JsonNode tree) {
    if (tree.isTextual()) {
      return TextNode.valueOf(tree.textValue().replace("${env:", "$${env:"));
    }
    if (tree.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      tree.forEach(item -> list.add(literal(item)));
      return list;
    }
    if (tree.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      tree.properties().forEach(one -> object.set(one.getKey(), literal(one.getValue())));
      return object;
    }
    return tree;
  }
}
