package io.postrider.server.commands.https;

import io.postrider.server.config.ConfigException;
import io.postrider.server.delivery.client.TrustedAuthorities;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** The certificate authorities that commands trust. The HTTP client also verifies host names. */
public final class ServiceTrust {

  private ServiceTrust() {}

  /** Trusts the authorities of the JDK. */
  public static SSLContext usual() {
    try {
      return SSLContext.getDefault();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot set up TLS", e);
    }
  }

  /**
   * Trusts the authorities of the JDK and those of a PEM file.
   *
   * @param name of the option, variable or key that names the file, for messages
   * @throws ConfigException if the file cannot be used
   */
  public static SSLContext withFile(Path file, String name) {
    TrustManager[] trusted = {TrustedAuthorities.withFile(file, name)};
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trusted, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot set up TLS", e);
    }
  }
}
