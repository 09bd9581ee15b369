package io.postrider.server.delivery.client;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds failure texts from a summary and the message of an exception. Pure. */
final class FailureText {

  private static final int MAX_LENGTH = 200;

  /** The prefix that Netty adds to an exception without message. */
  private static final Pattern NULL_PREFIX = Pattern.compile("^null:\\s*");

  /** The slash that Java prints before an address without a name. */
  private static final Pattern SLASH = Pattern.compile("(^|\\s)/(?=[0-9\\[])");

  private FailureText() {}

  /** One sentence with one full stop; the summary alone if the exception has no message. */
  static String sentence(String beginning, @Nullable Throwable failure) {
    String text = failure == null ? "" : text(failure.getMessage());
    return text.isEmpty() ? beginning + "." : beginning + ": " + text;
  }

  private static String text(@Nullable String message) {
    String text = message == null ? "" : NULL_PREFIX.matcher(message.strip()).replaceFirst("");
    text = SLASH.matcher(text).replaceAll("$1").strip();
    if (text.length() > MAX_LENGTH) {
      return text.substring(0, MAX_LENGTH) + "…";
    }
    while (text.endsWith(".") || text.endsWith(":")) {
      text = text.substring(0, text.length() - 1).strip();
    }
    return text.isEmpty() ? "" : text + ".";
  }
}
