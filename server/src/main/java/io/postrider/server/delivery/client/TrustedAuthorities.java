package io.postrider.server.delivery.client;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.FileErrorText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The trusted certificate authorities: the JDK's, and those of a file. */
public final class TrustedAuthorities {

  private static final Logger LOG = LoggerFactory.getLogger(TrustedAuthorities.class);
  private static final String KEY = "delivery.ca-file";

  private TrustedAuthorities() {}

  /**
   * Trusts those of {@code delivery.ca-file}, for receivers. Reads the file now, and the JDK's
   * authorities when they are first needed: parsing them takes a tenth of the start.
   *
   * @throws ConfigException if the file cannot be used
   */
  public static X509ExtendedTrustManager load(Optional<Path> caFile) {
    List<X509Certificate> extra = caFile.map(file -> read(file, KEY)).orElseGet(List::of);
    return new ReceiverTrust(() -> trust(extra));
  }

  /**
   * Trusts those of a file as the JDK does its own.
   *
   * @param name of the option or setting that names the file, for messages
   * @throws ConfigException if the file cannot be used
   */
  public static X509ExtendedTrustManager withFile(Path file, String name) {
    return trust(read(file, name)).orElseThrow();
  }

  private static Optional<X509ExtendedTrustManager> trust(List<X509Certificate> extra) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int count = 0;
      for (X509Certificate authority : known()) {
        store.setCertificateEntry("known-" + count++, authority);
      }
      for (X509Certificate authority : extra) {
        store.setCertificateEntry("extra-" + count++, authority);
      }
      return trust(store);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("cannot set up the trust store", e);
    }
  }

  private static List<X509Certificate> known() throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    List<X509Certificate> all = new ArrayList<>();
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager known) {
        all.addAll(List.of(known.getAcceptedIssuers()));
      }
    }
    return all;
  }

  private static Optional<X509ExtendedTrustManager> trust(KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    if (store.size() == 0) {
      return Optional.empty();
    }
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager found) {
        return Optional.of(found);
      }
    }
    throw new GeneralSecurityException("no X.509 trust manager");
  }

  private static List<X509Certificate> read(Path file, String name) {
    byte[] content;
    try {
      content = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ConfigException(
          "'" + name + "' (" + file + ") cannot be read: " + FileErrorText.ofFile(file, e));
    }
    List<X509Certificate> authorities = new ArrayList<>();
    try {
      CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(content))
          .forEach(certificate -> addIfAuthority((X509Certificate) certificate, authorities, name));
    } catch (CertificateException e) {
      LOG.debug("{} cannot be read", name, e);
      throw new ConfigException("'" + name + "' (" + file + ") is not a PEM file of certificates.");
    }
    if (authorities.isEmpty()) {
      throw new ConfigException("'" + name + "' (" + file + ") contains no CA certificate.");
    }
    return authorities;
  }

  /** A server certificate is not an authority: trusting it would disable all checks of it. */
  private static void addIfAuthority(
      X509Certificate certificate, List<X509Certificate> found, String name) {
    boolean root = ReceiverTrust.isSelfSigned(certificate);
    if (root || certificate.getBasicConstraints() >= 0) {
      found.add(certificate);
    } else {
      LOG.warn(
          "{} lists {}, which is not a certificate authority; ignored.",
          name,
          certificate.getSubjectX500Principal());
    }
  }
}
