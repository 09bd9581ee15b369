package io.postrider.server.access;

import io.postrider.message.Redaction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks what is secret in URLs: the user, the query and the fragment. Pure. */
public final class UrlMask {

  /** A URL in a text ends at white space, quotes or angle brackets. */
  private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^\\s\"'<>]+");

  private static final Pattern USER = Pattern.compile("(?<=://)[^/?#]*@");
  private static final Pattern QUERY = Pattern.compile("[?#].*", Pattern.DOTALL);

  private UrlMask() {}

  /** A URL, absolute or not, without its secrets. */
  public static String of(String url) {
    String withoutUser = USER.matcher(url).replaceFirst(Redaction.MASK + "@");
    Matcher query = QUERY.matcher(withoutUser);
    return query.find() && query.end() - query.start() > 1
        ? withoutUser.substring(0, query.start() + 1) + Redaction.MASK
        : withoutUser;
  }

  /** A text whose absolute URLs have no secrets. */
  public static String inText(String text) {
    return text.contains("://")
        ? URL.matcher(text).replaceAll(url -> Matcher.quoteReplacement(of(url.group())))
        : text;
  }
}
