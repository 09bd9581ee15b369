package io.postrider.delivery;

import io.postrider.id.WireNamed;
import org.jspecify.annotations.Nullable;

/** Why an attempt failed. */
public enum FailureReason implements WireNamed {
  TIMEOUT(1),
  /** The receiver responded with a status other than 2xx. */
  HTTP_STATUS(2),
  CONNECTION_REFUSED(3),
  CONNECTION_RESET(4),
  /** No route to the receiver's network or host. */
  UNREACHABLE(5),
  /** The response is not valid HTTP. */
  PROTOCOL(6),
  DNS(7),
  SELF_SIGNED_CERTIFICATE(8),
  /** Any other TLS failure, such as an expired certificate or a wrong host. */
  TLS(9),
  /** The address is forbidden. */
  ADDRESS_REFUSED(10);

  private static final FailureReason[] ALL = values();

  private final int code;

  FailureReason(int code) {
    this.code = code;
  }

  /** Its code in cursors and in the ledger. Codes never change their meaning. */
  public int code() {
    return code;
  }

  /** The reason with a code, or null if a newer version wrote it. */
  public static @Nullable FailureReason ofCode(int code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }
}
