package io.postrider.delivery;

import java.util.Locale;

/** Why an attempt failed. */
public enum Reason {
  /** The exchange was not over in time. */
  TIMEOUT,
  /** The receiver answered with a status other than 2xx. */
  HTTP_STATUS,
  CONNECTION_REFUSED,
  CONNECTION_RESET,
  /** No way to the receiver's network or host. */
  UNREACHABLE,
  /** The answer could not be read as HTTP. */
  PROTOCOL,
  /** The name could not be looked up. */
  DNS,
  SELF_SIGNED_CERTIFICATE,
  /**
   * Any other failure of TLS: expired, another host's, an unknown authority, a broken handshake.
   */
  TLS,
  /** The address is one that must not be dialled. */
  ADDRESS_REFUSED;

  /** The name on the wire, such as {@code connection_refused}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
