package io.postrider.server.delivery.client;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sentences for people, with what libraries say about a failure behind the colon. Pure. */
final class FailureText {

  private static final int LONGEST = 200;

  /** What Netty puts in front of an address that a failure says nothing about. */
  private static final Pattern NOTHING = Pattern.compile("^null:\\s*");

  /** The slash in front of an address without a name. */
  private static final Pattern SLASH = Pattern.compile("(^|\\s)/(?=[0-9\\[])");

  private FailureText() {}

  /** One sentence with one full stop; the beginning alone if the failure says nothing. */
  static String sentence(String beginning, @Nullable Throwable failure) {
    String words = failure == null ? "" : words(failure.getMessage());
    return words.isEmpty() ? beginning + "." : beginning + ": " + words;
  }

  private static String words(@Nullable String message) {
    String text = message == null ? "" : NOTHING.matcher(message.strip()).replaceFirst("");
    text = SLASH.matcher(text).replaceAll("$1").strip();
    if (text.length() > LONGEST) {
      return text.substring(0, LONGEST) + "…";
    }
    while (text.endsWith(".") || text.endsWith(":")) {
      text = text.substring(0, text.length() - 1).strip();
    }
    return text.isEmpty() ? "" : text + ".";
  }
}
