package io.postrider.server.rejected;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The beginning of a rejected body as it is stored: without write keys, and with the hashes of the
 * users that it names. The body may be anything, so it is searched as text.
 *
 * @param users hashes of the user IDs, for all sources
 */
public record RejectedBody(String text, Set<Long> users) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MASK = "\"***\"";

  /** A key, and a string or number; a string may be cut off by the end. */
  private static final String VALUE =
      "\"\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*+(\"|\\\\?$)|-?[0-9.eE+-]+)";

  private static final Pattern WRITE_KEY = Pattern.compile("(?s)(\"writeKey" + VALUE + ")");
  private static final Pattern USER =
      Pattern.compile(
          "(?s)\"(?:userId|User ID|user_id|previousId|Previous ID|anonymousId)" + VALUE);

  /** Finds users with one key. Belongs to one thread. */
  static final class Reader {

    private final UserHash hash;

    Reader(HashKey key) {
      this.hash = new UserHash(key);
    }

    RejectedBody read(byte[] body) {
      String text = withoutCutOffUser(withoutWriteKeys(decode(body)));
      Set<Long> users = new LinkedHashSet<>();
      Matcher user = USER.matcher(text);
      while (user.find()) {
        users.add(hash(value(user.group(1))));
      }
      return new RejectedBody(text, users);
    }

    long hash(String userId) {
      hash.everywhere(userId);
      return hash.low();
    }
  }

  /** Without the character that the end cuts off. */
  private static String decode(byte[] body) {
    String text = new String(body, UTF_8);
    boolean cut = body.length == RejectedCall.MAX_BODY_BYTES && text.endsWith("\uFFFD");
    return cut ? text.substring(0, text.length() - 1) : text;
  }

  private static String withoutWriteKeys(String text) {
    return WRITE_KEY.matcher(text).replaceAll(Matcher.quoteReplacement("\"writeKey\":" + MASK));
  }

  /** Part of a user ID has no hash that a deletion could find. */
  private static String withoutCutOffUser(String text) {
    Matcher user = USER.matcher(text);
    while (user.find()) {
      boolean cutOff = user.end() == text.length() && !"\"".equals(user.group(2));
      if (cutOff) {
        return text.substring(0, user.start(1));
      }
    }
    return text;
  }

  private static String value(String literal) {
    if (!literal.startsWith("\"")) {
      return literal;
    }
    try {
      return JSON.readValue(literal, String.class);
    } catch (JsonProcessingException notJson) {
      return literal.substring(1, literal.length() - 1);
    }
  }
}
