package io.postrider.message;

import java.util.Arrays;

/** Canonicalizes and validates whole texts. */
final class CanonicalJsonHarness {

  private final JsonScanner scanner = new JsonScanner();
  private final Canonicalizer canonicalizer = new Canonicalizer();

  /** The canonical form of a valid text without surrounding white space. */
  byte[] canonicalize(byte[] json) {
    ByteBuilder out = new ByteBuilder(16);
    canonicalizer.write(json, 0, out);
    return Arrays.copyOf(out.array(), out.length());
  }

  /** Whether the scanner recognizes a valid text as canonical. */
  boolean isCanonical(byte[] json) {
    scanner.start(json, 0, json.length);
    scanner.value();
    scanner.end();
    return scanner.canonical;
  }

  /** A text whose surrogate escapes, which Jackson refuses alone in keys, are letters. */
  static String withoutSurrogates(String json) {
    return json.replaceAll("\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}", "\\\\u0041");
  }

  /** Whether a text is valid JSON. */
  boolean isValid(byte[] json) {
    return problem(json).isEmpty();
  }

  /** The error in a text, or null if it is valid JSON. */
  String problem(byte[] json) {
    scanner.start(json, 0, json.length);
    try {
      scanner.skipSpace();
      scanner.value();
      scanner.end();
      return "";
    } catch (MalformedJsonException e) {
      return e.rejection().message();
    }
  }
}
