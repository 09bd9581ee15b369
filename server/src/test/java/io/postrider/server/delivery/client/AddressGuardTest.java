package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.config.IpNetwork;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses are allowed. */
class AddressGuardTest {

  private static final AddressGuard PUBLIC = new AddressGuard(List.of());

  private static boolean allows(AddressGuard guard, String address) {
    return guard.objection(InetAddress.ofLiteral(address)).isEmpty();
  }

  private static AddressGuard allowing(String... networks) {
    return new AddressGuard(Stream.of(networks).map(IpNetwork::parse).toList());
  }

  /** First and last address of every forbidden range, and the public ones beside them. */
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.255.255.255, , 1.0.0.0",
    "10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
    "100.64.0.0, 100.127.255.255, 100.63.255.255, 100.128.0.0",
    "127.0.0.0, 127.255.255.255, 126.255.255.255, 128.0.0.0",
    "169.254.0.0, 169.254.255.255, 169.253.255.255, 169.255.0.0",
    "172.16.0.0, 172.31.255.255, 172.15.255.255, 172.32.0.0",
    "192.0.0.0, 192.0.0.255, 191.255.255.255, 192.0.1.0",
    "192.0.2.0, 192.0.2.255, 192.0.1.255, 192.0.3.0",
    "192.88.99.0, 192.88.99.255, 192.88.98.255, 192.88.100.0",
    "192.168.0.0, 192.168.255.255, 192.167.255.255, 192.169.0.0",
    "198.18.0.0, 198.19.255.255, 198.17.255.255, 198.20.0.0",
    "198.51.100.0, 198.51.100.255, 198.51.99.255, 198.51.101.0",
    "203.0.113.0, 203.0.113.255, 203.0.112.255, 203.0.114.0",
    "224.0.0.0, 255.255.255.255, 223.255.255.255, ",
    "::, 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, , 2000::",
    "2001::, 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff, 2000:ffff::, 2001:200::",
    "2001:db8::, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db7:ffff::, 2001:db9::",
    "3fff::, 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff, 3ffe:ffff::, 3fff:1000::",
    "4000::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 3fff:ffff::, "
  })
  void ranges_haveExactBounds(String first, String last, String before, String after) {
    assertThat(allows(PUBLIC, first)).isFalse();
    assertThat(allows(PUBLIC, last)).isFalse();
    if (before != null) {
      assertThat(allows(PUBLIC, before)).isTrue();
    }
    if (after != null) {
      assertThat(allows(PUBLIC, after)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "5f00::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2"
      })
  void reservedIpv6Addresses_areRefused(String address) {
    assertThat(allows(PUBLIC, address)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:81b::200e"})
  void publicAddresses_areAllowed(String address) {
    assertThat(allows(PUBLIC, address)).isTrue();
  }

  /** Every way to write an IPv4 address into an IPv6 one. */
  @ParameterizedTest
  @CsvSource({"127.0.0.1, 7f00:1", "10.1.2.3, a01:203", "169.254.169.254, a9fe:a9fe"})
  void embeddedForms_areRefusedLikeTheirIpv4Address(String four, String six) {
    assertThat(allows(PUBLIC, "::ffff:" + four)).isFalse();
    assertThat(allows(PUBLIC, "::" + four)).isFalse();
    assertThat(allows(PUBLIC, "::ffff:0:" + four)).isFalse();
    assertThat(allows(PUBLIC, "64:ff9b::" + four)).isFalse();
    assertThat(allows(PUBLIC, "64:ff9b:1::" + four)).isFalse();
    assertThat(allows(PUBLIC, "2002:" + six + "::1")).isFalse();
    assertThat(allows(PUBLIC, "2606:4700::5efe:" + four)).isFalse();
    assertThat(allows(PUBLIC, "2606:4700::200:5efe:" + four)).isFalse();
  }

  @Test
  void embeddedPublicAddresses_areAllowed() {
    assertThat(allows(PUBLIC, "::ffff:8.8.8.8")).isTrue();
    assertThat(allows(PUBLIC, "64:ff9b::8.8.8.8")).isTrue();
    assertThat(allows(PUBLIC, "2002:808:808::1")).isTrue();
    assertThat(allows(PUBLIC, "2606:4700::5efe:8.8.8.8")).isTrue();
    // compatible forms are not routed; local translators are configured by their owner
    assertThat(allows(PUBLIC, "::8.8.8.8")).isFalse();
    assertThat(allows(PUBLIC, "64:ff9b:1::8.8.8.8")).isFalse();
  }

  @Test
  void mappedForm_isUnmapped() throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = (byte) 0xFF;
    bytes[11] = (byte) 0xFF;
    bytes[12] = 127;
    bytes[15] = 1;
    Inet6Address mapped = Inet6Address.getByAddress(null, bytes, -1);
    assertThat(PUBLIC.objection(mapped)).isPresent();
    assertThat(allowing("127.0.0.0/8").objection(mapped)).isEmpty();
  }

  @Test
  void allowedNetworks_areAllowed() {
    AddressGuard guard = allowing("10.1.0.0/16", "fd00::/8");
    assertThat(allows(guard, "10.1.255.255")).isTrue();
    assertThat(allows(guard, "::ffff:10.1.0.1")).isTrue();
    assertThat(allows(guard, "10.2.0.0")).isFalse();
    assertThat(allows(guard, "fd12::1")).isTrue();
    assertThat(allows(guard, "fc00::1")).isFalse();
    assertThat(allows(guard, "8.8.8.8")).isTrue();
  }

  @Test
  void allowedIpv4Network_doesNotAllowTunnelsToIt() {
    AddressGuard guard = allowing("10.0.0.0/8");
    assertThat(allows(guard, "64:ff9b::10.0.0.1")).isFalse();
    assertThat(allows(guard, "2002:a00:1::1")).isFalse();
    assertThat(allows(allowing("64:ff9b::/96"), "64:ff9b::10.0.0.1")).isTrue();
  }

  @Test
  void objection_namesTheAddressAndItsKind() {
    assertThat(PUBLIC.objection(InetAddress.ofLiteral("169.254.169.254")))
        .hasValue("The address 169.254.169.254 is link-local.");
  }

  /** The guard refuses every address that Java calls special. */
  @Test
  void addressesThatJavaCallsSpecial_areRefused() throws UnknownHostException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(bytes);
      InetAddress address = InetAddress.getByAddress(bytes);
      if (address.isLoopbackAddress()
          || address.isSiteLocalAddress()
          || address.isLinkLocalAddress()
          || address.isMulticastAddress()
          || address.isAnyLocalAddress()) {
        assertThat(PUBLIC.objection(address)).as("%s, seed %d", address, seed).isPresent();
      }
    }
  }
}
