package io.postrider.log.embedded;

/**
 * The byte range of every record that is copied to the digest file. Length 0 disables digests.
 *
 * @param lengthBytes the number of bytes; a record that is too short yields zeros
 */
public record DigestRange(int from, int lengthBytes) {

  public static final DigestRange NONE = new DigestRange(0, 0);

  public static final int MAX_BYTES = 256;

  public DigestRange {
    if (from < 0 || lengthBytes < 0 || lengthBytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "invalid digest range: " + lengthBytes + " bytes from " + from);
    }
  }
}
