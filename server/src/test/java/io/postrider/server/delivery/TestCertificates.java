package io.postrider.server.delivery;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;

/** Certificates of every kind, good and bad, made at run time with elliptic-curve keys. */
public final class TestCertificates {

  private static final Duration YEAR = Duration.ofDays(365);
  private static final byte[] ECDSA_WITH_SHA256 =
      Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
  private static final AtomicLong SERIAL = new AtomicLong(1_000);
  private static final char[] PASSWORD = "password".toCharArray();

  private TestCertificates() {}

  /** A certification authority that signs itself, as roots do. */
  public static Authority authority(String name) {
    KeyPair keys = keys();
    X509Certificate certificate =
        sign(name, keys, name, keys.getPrivate(), Period.now(), extensions(true, List.of()));
    return new Authority(name, keys, List.of(certificate));
  }

  /** A server with a self-signed certificate. */
  public static Identity selfSigned(String... hosts) {
    KeyPair keys = keys();
    X509Certificate certificate =
        sign(
            hosts[0],
            keys,
            hosts[0],
            keys.getPrivate(),
            Period.now(),
            extensions(false, List.of(hosts)));
    return new Identity(keys.getPrivate(), List.of(certificate));
  }

  /** The validity of a certificate. */
  public record Period(Instant from, Instant to) {

    public static Period now() {
      return new Period(Instant.now().minus(YEAR), Instant.now().plus(YEAR));
    }

    public static Period past() {
      return new Period(Instant.now().minus(YEAR), Instant.now().minus(Duration.ofDays(2)));
    }

    public static Period future() {
      return new Period(Instant.now().plus(Duration.ofDays(2)), Instant.now().plus(YEAR));
    }
  }

  /** Who signs certificates; its chain begins with its own certificate and ends with the root's. */
  public record Authority(String name, KeyPair keys, List<X509Certificate> chain) {

    /** A good certificate for host names and literal addresses. */
    public Identity issue(String... hosts) {
      return issue(Period.now(), hosts);
    }

    public Identity issue(Period period, String... hosts) {
      KeyPair own = TestCertificates.keys();
      X509Certificate leaf =
          sign(
              hosts[0],
              own,
              name,
              keys.getPrivate(),
              period,
              extensions(false, Arrays.asList(hosts)));
      return new Identity(own.getPrivate(), joined(leaf));
    }

    /** An authority under this one. */
    public Authority intermediate(String itsName) {
      KeyPair own = TestCertificates.keys();
      X509Certificate certificate =
          sign(itsName, own, name, keys.getPrivate(), Period.now(), extensions(true, List.of()));
      return new Authority(itsName, own, joined(certificate));
    }

    /** For a client that trusts this authority alone. */
    public SSLContext trust() {
      try {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("root", chain.getLast());
        TrustManagerFactory trust =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Its own certificate, as a CA file holds it. */
    public String pem() {
      return TestCertificates.pem(chain.getFirst());
    }

    private List<X509Certificate> joined(X509Certificate first) {
      List<X509Certificate> all = new ArrayList<>();
      all.add(first);
      all.addAll(chain);
      return List.copyOf(all);
    }
  }

  /** The identity of a server: its key and certificate chain. */
  public record Identity(PrivateKey key, List<X509Certificate> chain) {

    /** For a server of the JDK. */
    public SSLContext context() {
      try {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key, PASSWORD, chain.toArray(X509Certificate[]::new));
        KeyManagerFactory factory =
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** The same without its issuers, as on a misconfigured server. */
    public Identity leafOnly() {
      return new Identity(key, List.of(chain.getFirst()));
    }

    public String chainPem() {
      return chain.stream().map(TestCertificates::pem).collect(Collectors.joining());
    }

    public String keyPem() {
      return TestCertificates.pem("PRIVATE KEY", key.getEncoded());
    }
  }

  /** A certificate as text. */
  public static String pem(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String label, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate sign(
      String subject,
      KeyPair keys,
      String issuer,
      PrivateKey signer,
      Period period,
      byte[] extensions) {
    try {
      byte[] content =
          Der.sequence(
              Der.value(0xA0, Der.integer(BigInteger.TWO)),
              Der.integer(BigInteger.valueOf(SERIAL.incrementAndGet())),
              ECDSA_WITH_SHA256,
              name(issuer),
              Der.sequence(Der.time(period.from()), Der.time(period.to())),
              name(subject),
              keys.getPublic().getEncoded(),
              Der.value(0xA3, extensions));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(signer);
      signature.update(content);
      byte[] whole = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(whole));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] name(String common) {
    return new X500Principal("CN=\"" + common + "\"").getEncoded();
  }

  private static byte[] extensions(boolean authority, List<String> hosts) {
    List<byte[]> all = new ArrayList<>();
    all.add(
        extension(
            "2.5.29.19", true, authority ? Der.sequence(Der.yes()) : Der.sequence(new byte[0])));
    if (!hosts.isEmpty()) {
      byte[][] names = hosts.stream().map(TestCertificates::alternativeName).toArray(byte[][]::new);
      all.add(extension("2.5.29.17", false, Der.sequence(names)));
    }
    return Der.sequence(all.toArray(byte[][]::new));
  }

  private static byte[] extension(String identifier, boolean critical, byte[] content) {
    return critical
        ? Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(content))
        : Der.sequence(Der.identifier(identifier), Der.octets(content));
  }

  private static byte[] alternativeName(String host) {
    boolean literal = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    return literal
        ? Der.value(0x87, InetAddress.ofLiteral(host).getAddress())
        : Der.value(0x82, host.getBytes(StandardCharsets.US_ASCII));
  }
}
