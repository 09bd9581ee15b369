package io.postrider.delivery;

/**
 * Hashes a URL to 64 bits. Cursors store the hashes, to stay short and to survive changes of the
 * list of URLs.
 */
final class UrlHash {

  private UrlHash() {}

  /** FNV-1a over the characters, then mixed. */
  static long of(String url) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < url.length(); i++) {
      hash = (hash ^ url.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 33);
  }
}
