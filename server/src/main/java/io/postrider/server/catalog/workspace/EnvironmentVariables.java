package io.postrider.server.catalog.workspace;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands for {@code ${env:NAME}} in a workspace file: a variable of the environment. {@code
 * $${env:NAME}} is the text itself. May be called from any thread.
 */
public final class EnvironmentVariables {

  private static final Pattern PLACE = Pattern.compile("(\\$?)\\$\\{env:([^}]*)}?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Function<String, @Nullable String> values;

  private EnvironmentVariables(Function<String, @Nullable String> values) {
    this.values = values;
  }

  /** The variables of an environment. */
  public static EnvironmentVariables of(Map<String, String> environment) {
    return new EnvironmentVariables(environment::get);
  }

  /** Variables that all have the same value, for looking at a file where they are not set. */
  public static EnvironmentVariables any() {
    return new EnvironmentVariables(name -> "variable");
  }

  /** Hears what is wrong. */
  interface Complaint {
    void wrong(String message);
  }

  /** The text with variables filled in; what is wrong about them is said. */
  String filled(String text, Complaint complaint) {
    Matcher found = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (found.find()) {
      String name = found.group(2);
      String value = found.group();
      if (!found.group(1).isEmpty()) {
        value = found.group().substring(1);
      } else if (!NAME.matcher(name).matches() || !found.group().endsWith("}")) {
        complaint.wrong("has a malformed variable; write ${env:NAME}");
      } else {
        String set = values.apply(name);
        if (set == null || set.isEmpty()) {
          complaint.wrong("needs the environment variable " + name + ", which is not set");
        } else {
          value = set;
        }
      }
      found.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return found.appendTail(filled).toString();
  }

  /** A text in which nothing stands for a variable. */
  static String literal(String text) {
    return text.replace("${env:", "$${env:");
  }
}
