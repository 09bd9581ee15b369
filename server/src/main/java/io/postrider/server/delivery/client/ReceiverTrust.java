package io.postrider.server.delivery.client;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Checks receivers' certificates with the JDK. In addition it always refuses self-signed
 * certificates, and explains each refusal.
 *
 * <p>The JDK also checks host names, because the engine uses the HTTPS algorithm. Thread-safe.
 */
final class ReceiverTrust extends X509ExtendedTrustManager {

  /** A receiver's certificate is not trusted; the message says why. */
  static final class UntrustedException extends CertificateException {

    private static final long serialVersionUID = 1L;

    private final FailureReason reason;

    private UntrustedException(FailureReason reason, String detail) {
      super(detail);
      this.reason = reason;
    }

    Outcome outcome() {
      String detail = getMessage();
      return new Outcome.Untrusted(reason, detail == null ? "" : detail);
    }
  }

  private final Supplier<Optional<X509ExtendedTrustManager>> loading;
  private Optional<X509ExtendedTrustManager> jdk = Optional.empty();
  private boolean loaded;

  /**
   * @param loading called once, when it is first needed; empty without any authority
   */
  ReceiverTrust(Supplier<Optional<X509ExtendedTrustManager>> loading) {
    this.loading = loading;
  }

  private synchronized Optional<X509ExtendedTrustManager> jdk() {
    if (!loaded) {
      jdk = loading.get();
      loaded = true;
    }
    return jdk;
  }

  static boolean isSelfSigned(X509Certificate certificate) {
    if (!certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
      return false;
    }
    try {
      certificate.verify(certificate.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** One of the three check methods of the JDK. */
  private interface Check {
    void run(X509ExtendedTrustManager jdk) throws CertificateException;
  }

  private void check(X509Certificate[] chain, Check check) throws CertificateException {
    X509Certificate leaf = chain[0];
    if (isSelfSigned(leaf)) {
      throw new UntrustedException(
          FailureReason.SELF_SIGNED_CERTIFICATE,
          "The receiver's certificate is self-signed; it needs one from a certificate authority.");
    }
    checkDates(chain);
    X509ExtendedTrustManager present = jdk().orElseThrow(() -> unknown(chain));
    try {
      check.run(present);
    } catch (CertificateException e) {
      throw explained(chain, e);
    }
  }

  private static void checkDates(X509Certificate[] chain) throws UntrustedException {
    X509Certificate leaf = chain[0];
    try {
      leaf.checkValidity();
    } catch (CertificateExpiredException e) {
      throw untrusted(
          "The receiver's certificate expired on " + leaf.getNotAfter().toInstant() + ".");
    } catch (CertificateNotYetValidException e) {
      throw untrusted(
          "The receiver's certificate is not valid before "
              + leaf.getNotBefore().toInstant()
              + ".");
    }
  }

  private static UntrustedException explained(X509Certificate[] chain, CertificateException why) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateExpiredException) {
        return untrusted("A certificate in the receiver's chain has expired.");
      }
      if (cause instanceof CertificateNotYetValidException) {
        return untrusted("A certificate in the receiver's chain is not valid yet.");
      }
      if (cause instanceof CertPathBuilderException) {
        return unknown(chain);
      }
      if (cause instanceof CertPathValidatorException) {
        return untrusted(
            FailureText.sentence("The receiver's certificate chain is invalid", cause));
      }
    }
    // the JDK reports a wrong name as a bare exception
    return untrusted(FailureText.sentence("The receiver's certificate is for another host", why));
  }

  private static UntrustedException unknown(X509Certificate[] chain) {
    X509Certificate last = chain[chain.length - 1];
    return untrusted(
        "The receiver's certificate comes from an unknown authority: "
            + last.getIssuerX500Principal().getName()
            + ".");
  }

  private static UntrustedException untrusted(String detail) {
    return new UntrustedException(FailureReason.TLS, detail);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain, trust -> trust.checkServerTrusted(chain, authType, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain, trust -> trust.checkServerTrusted(chain, authType, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, trust -> trust.checkServerTrusted(chain, authType));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("this is a client");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw new CertificateException("this is a client");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("this is a client");
  }

  @Override
  public final X509Certificate[] getAcceptedIssuers() {
    return jdk().map(X509ExtendedTrustManager::getAcceptedIssuers).orElse(new X509Certificate[0]);
  }
}
