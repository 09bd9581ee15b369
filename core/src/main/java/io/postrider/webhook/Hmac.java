package io.postrider.webhook;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A reusable HMAC. Belongs to one thread. */
final class Hmac {

  private static final byte[] EMPTY_KEY = {0};

  private final Mac mac;

  private Hmac(Mac mac) {
    this.mac = mac;
  }

  static Hmac sha1(byte[] key) {
    return of("HmacSHA1", key);
  }

  static Hmac sha256(byte[] key) {
    return of("HmacSHA256", key);
  }

  private static Hmac of(String algorithm, byte[] key) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      // a key is padded with zeroes, so one zero is the empty key
      mac.init(new SecretKeySpec(key.length == 0 ? EMPTY_KEY : key, algorithm));
      return new Hmac(mac);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  Hmac add(byte[] bytes) {
    mac.update(bytes);
    return this;
  }

  /** The hash of the bytes added since the last one. */
  byte[] digest() {
    return mac.doFinal();
  }
}
