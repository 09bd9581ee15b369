package io.postrider.log.embedded;

/**
 * The bytes of every record that are also kept beside the segment; none if the length is 0.
 *
 * @param from the index of the first one in the record
 * @param lengthBytes how many; a record that is too short gives zeros
 */
public record DigestRange(int from, int lengthBytes) {

  /** No digests at all. */
  public static final DigestRange NONE = new DigestRange(0, 0);

  /** The most bytes a digest may have. */
  public static final int MAX_BYTES = 256;

  public DigestRange {
    if (from < 0 || lengthBytes < 0 || lengthBytes > MAX_BYTES) {
      throw new IllegalArgumentException("digests of " + lengthBytes + " bytes from " + from);
    }
  }
}
