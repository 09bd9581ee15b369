package io.postrider.log.embedded;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the files of a log are called. */
final class FileNames {

  static final String SEGMENT = "segment";
  static final String INDEX = "index";
  static final String DIGESTS = "digests";

  /** The ending of a file that is being made and means nothing yet. */
  static final String UNFINISHED = ".tmp";

  private static final Pattern NAME = Pattern.compile("(\\d{12})\\.(segment|index|digests)");

  private FileNames() {}

  static String of(long segmentId, String kind) {
    return String.format(Locale.ROOT, "%012d.%s", segmentId, kind);
  }

  /** The segment that a file of some kind belongs to, if it is of that kind. */
  static OptionalLong segmentId(String name, String kind) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() && matcher.group(2).equals(kind)
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }
}
