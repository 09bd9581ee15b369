package io.postrider.server.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * TLS of the HTTP listeners: both files, or none for plain HTTP.
 *
 * @param certificate a PEM file with the certificate and its issuers
 * @param key a PEM file with the private key of the certificate
 */
public record TlsConfig(Optional<Path> certificate, Optional<Path> key) {

  /** Plain HTTP. */
  public static final TlsConfig NONE = new TlsConfig(Optional.empty(), Optional.empty());

  public TlsConfig {
    Bounds.that(
        certificate.isPresent() == key.isPresent(),
        "'http.tls.certificate' and 'http.tls.key' belong together; set both, or none");
  }

  /** The scheme of URLs of this node. */
  public String scheme() {
    return certificate.isPresent() ? "https" : "http";
  }
}
