package io.postrider.server.commands.https;

import io.postrider.server.ops.TerminalText;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Says why HTTPS with a service fails for good, and what to do. Pure. */
public final class HttpsFailure {

  private HttpsFailure() {}

  /** A sentence; empty if the failure has another cause, or may pass. */
  public static Optional<String> of(String address, Throwable failure) {
    if (isCausedBy(failure, CertificateException.class)) {
      return Optional.of("Cannot use HTTPS with %s: %s".formatted(address, reason(failure)));
    }
    String message = String.valueOf(failure.getMessage());
    return isCausedBy(failure, SSLException.class) && message.contains("nrecognized SSL message")
        ? Optional.of("%s does not use HTTPS. Use http:// in --url.".formatted(address))
        : Optional.empty();
  }

  /** Whether a server closed a plain connection at once, as one does that expects HTTPS. */
  public static boolean isClosed(String address, Throwable failure) {
    return address.startsWith("http:")
        && String.valueOf(failure.getMessage()).contains("received no bytes");
  }

  private static String reason(Throwable failure) {
    if (isCausedBy(failure, CertificateExpiredException.class)) {
      return "its certificate has expired.";
    }
    if (isCausedBy(failure, CertificateNotYetValidException.class)) {
      return "its certificate is not valid yet.";
    }
    if (isCausedBy(failure, CertPathBuilderException.class)) {
      return "its certificate comes from an unknown authority. Name a PEM file that contains the"
          + " certificate of this authority, with --ca.";
    }
    String message = TerminalText.of(String.valueOf(failure.getMessage()));
    if (isCausedBy(failure, CertPathValidatorException.class)) {
      return "its certificate is invalid: " + message + ".";
    }
    // the JDK reports a wrong name as a bare exception
    return "its certificate is for another host. Use a name of the certificate in --url.";
  }

  private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> kind) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(kind::isInstance);
  }
}
