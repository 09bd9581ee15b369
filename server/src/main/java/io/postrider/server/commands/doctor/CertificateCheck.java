package io.postrider.server.commands.doctor;

import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.config.TlsConfig;
import io.postrider.server.http.ServerCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks the certificates of a PEM file, and the key of the own certificate. */
final class CertificateCheck {

  private static final Duration SOON = Duration.ofDays(30);
  private static final String FIX = "Replace the certificate in the file.";

  private CertificateCheck() {}

  /**
   * @param name of the check
   */
  static List<Finding> of(String name, Path file, Instant now) {
    List<Finding> findings = new ArrayList<>();
    try {
      byte[] content = Files.readAllBytes(file);
      for (Certificate one :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content))) {
        if (one instanceof X509Certificate certificate) {
          findings.add(
              expiry(
                  name,
                  certificate.getSubjectX500Principal().getName(),
                  certificate.getNotAfter().toInstant(),
                  now));
        }
      }
    } catch (IOException e) {
      return List.of(
          Finding.problem(
              name,
              "Cannot read %s: %s".formatted(file, FileErrorText.ofFile(file, e)),
              "Correct the setting, or the permissions of the file."));
    } catch (CertificateException e) {
      findings.clear();
    }
    return findings.isEmpty()
        ? List.of(
            Finding.problem(
                name,
                file + " is not a PEM file of certificates.",
                "Name a file that begins with -----BEGIN CERTIFICATE-----."))
        : findings;
  }

  /** Whether the start can use the certificate of the listeners with its key. */
  static Finding key(TlsConfig tls) {
    String name = "http.tls.key";
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setFileSystemOptions(new FileSystemOptions().setClassPathResolvingEnabled(false)));
    try {
      ServerCertificate.read(vertx, tls);
      return Finding.ok(name, "The key belongs to the certificate.");
    } catch (StartException e) {
      return Finding.problem(
          name,
          String.valueOf(e.getMessage()),
          "Correct http.tls.certificate and http.tls.key, or their files.");
    } finally {
      vertx.close().await();
    }
  }

  static Finding expiry(String name, String subject, Instant end, Instant now) {
    if (end.isBefore(now)) {
      return Finding.problem(name, "%s expired at %s.".formatted(subject, end), FIX);
    }
    String text = "%s is valid until %s.".formatted(subject, end);
    return end.isBefore(now.plus(SOON)) ? Finding.warning(name, text, FIX) : Finding.ok(name, text);
  }
}
