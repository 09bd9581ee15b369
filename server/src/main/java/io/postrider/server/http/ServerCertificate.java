package io.postrider.server.http;

import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.config.TlsConfig;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate with its private key, as the listeners use them. The key belongs to the
 * certificate, which may have expired.
 *
 * @param pem the content of both files
 * @param certificate the first one of the file, which names this host
 */
public record ServerCertificate(PemKeyCertOptions pem, X509Certificate certificate) {

  /** Larger files are no certificates. */
  static final long MAX_FILE_BYTES = 1 << 20;

  private static final List<String> KEY_TYPES = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

  /**
   * Reads the configured files; empty for plain HTTP.
   *
   * @throws StartException if they cannot be used
   */
  public static Optional<ServerCertificate> read(Vertx vertx, TlsConfig tls) {
    return tls.certificate().map(certificate -> read(vertx, certificate, tls.key().orElseThrow()));
  }

  private static ServerCertificate read(Vertx vertx, Path certificateFile, Path keyFile) {
    PemKeyCertOptions pem =
        new PemKeyCertOptions()
            .addCertValue(content("http.tls.certificate", certificateFile))
            .addKeyValue(content("http.tls.key", keyFile));
    X509KeyManager manager;
    try {
      manager = (X509KeyManager) pem.getKeyManagerFactory(vertx).getKeyManagers()[0];
    } catch (Exception unreadable) { // what the parser declares
      throw new StartException(
          "Cannot use the certificate in %s with the key in %s: %s."
                  .formatted(certificateFile, keyFile, unreadable.getMessage())
              + " Both must be PEM files; the key must not be encrypted.");
    }
    String alias =
        KEY_TYPES.stream()
            .map(type -> manager.getServerAliases(type, null))
            .filter(aliases -> aliases != null && aliases.length > 0)
            .map(aliases -> aliases[0])
            .findFirst()
            .orElseThrow(
                () ->
                    new StartException(
                        "The certificate in %s has a key of an unknown type; use RSA or EC."
                            .formatted(certificateFile)));
    X509Certificate certificate = manager.getCertificateChain(alias)[0];
    if (!belongTogether(certificate, manager.getPrivateKey(alias))) {
      throw new StartException(
          "The key in %s does not belong to the certificate in %s. Name the two files of one"
                  .formatted(keyFile, certificateFile)
              + " certificate, the own certificate before those of its issuers.");
    }
    return new ServerCertificate(pem, certificate);
  }

  private static Buffer content(String setting, Path file) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new StartException(
            "The file of '%s', %s, is larger than 1 MiB; name a PEM file."
                .formatted(setting, file));
      }
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new StartException(
          "Cannot read the file of '%s', %s: %s"
              .formatted(setting, file, FileErrorText.ofFile(file, e)));
    }
  }

  private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
    try {
      byte[] text = {1, 2, 3};
      Signature signature = Signature.getInstance(algorithm(key));
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException differentKinds) {
      return false;
    }
  }

  private static String algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  /** When clients begin to refuse it. */
  public Instant expires() {
    return certificate.getNotAfter().toInstant();
  }

  /** Whether it is the same content. */
  boolean isSame(ServerCertificate other) {
    return pem.equals(other.pem);
  }

  /** The name of the certificate, for people. */
  String subject() {
    return certificate.getSubjectX500Principal().getName();
  }

  @Override
  public String toString() {
    return "%s, valid until %s".formatted(subject(), expires());
  }
}
