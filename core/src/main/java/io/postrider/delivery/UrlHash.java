package io.postrider.delivery;

/** Names a URL in 64 bits, so that a cursor stays short and a changed list of URLs maps right. */
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
