package io.postrider.log.embedded;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the log's files. */
final class FileNames {

  static final String SEGMENT = "segment";
  static final String INDEX = "index";
  static final String DIGESTS = "digests";

  /** The suffix of a file that is not complete yet. */
  static final String TEMPORARY = ".tmp";

  private static final Pattern NAME = Pattern.compile("(\\d{12})\\.(segment|index|digests)");

  private FileNames() {}

  static String of(long segmentId, String kind) {
    return String.format(Locale.ROOT, "%012d.%s", segmentId, kind);
  }

  /** The segment ID in a file name, if the file is of the given kind. */
  static OptionalLong segmentId(String name, String kind) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() && matcher.group(2).equals(kind)
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }
}
