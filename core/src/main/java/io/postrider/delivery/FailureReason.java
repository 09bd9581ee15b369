package io.postrider.delivery;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why an attempt failed. */
public enum FailureReason {
  /** The exchange was not over in time. */
  TIMEOUT(1),
  /** The receiver answered with a status other than 2xx. */
  HTTP_STATUS(2),
  CONNECTION_REFUSED(3),
  CONNECTION_RESET(4),
  /** No way to the receiver's network or host. */
  UNREACHABLE(5),
  /** The answer could not be read as HTTP. */
  PROTOCOL(6),
  /** The name could not be looked up. */
  DNS(7),
  SELF_SIGNED_CERTIFICATE(8),
  /**
   * Any other failure of TLS: expired, another host's, an unknown authority, a broken handshake.
   */
  TLS(9),
  /** The address is one that must not be dialled. */
  ADDRESS_REFUSED(10);

  private static final FailureReason[] ALL = values();

  private final int code;

  FailureReason(int code) {
    this.code = code;
  }

  /** The number that stands for it in cursors; never changes its meaning. */
  int code() {
    return code;
  }

  /** The reason of a code, or null if a newer version wrote it. */
  static @Nullable FailureReason ofCode(int code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }

  /** The name on the wire, such as {@code connection_refused}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
