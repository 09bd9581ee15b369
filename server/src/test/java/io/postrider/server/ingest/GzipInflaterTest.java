package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

final class GzipInflaterTest {

  private static final int LIMIT = 100_000;
  private static final int FLAGS = 3;

  private final GzipInflater inflater = new GzipInflater(LIMIT);

  @Test
  void members_areConcatenated() {
    byte[] body = join(gzip("ab"), gzip(""), gzip("c"));
    assertThat(inflated(body)).isEqualTo("abc");
  }

  @Test
  void randomBodies_comeBack() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int run = 0; run < 300; run++) {
      byte[] plain = new byte[random.nextInt(LIMIT + 1)];
      for (int i = 0; i < plain.length; i++) {
        plain[i] = (byte) random.nextInt(1 + random.nextInt(256));
      }
      int cut = random.nextInt(plain.length + 1);
      byte[] body =
          join(
              TrackingTests.gzip(Arrays.copyOf(plain, cut)),
              TrackingTests.gzip(Arrays.copyOfRange(plain, cut, plain.length)));
      assertThat(inflater.inflate(body, body.length)).as("seed %d", seed).isEqualTo(plain.length);
      assertThat(Arrays.copyOf(inflater.bytes(), plain.length))
          .as("seed %d", seed)
          .isEqualTo(plain);
    }
  }

  @Test
  void numberOfMembers_isLimited() {
    byte[] most = repeat(gzip(""), GzipInflater.MAX_MEMBERS);
    assertThat(inflater.inflate(most, most.length)).isZero();
    byte[] tooMany = repeat(gzip(""), GzipInflater.MAX_MEMBERS + 1);
    assertThat(inflater.inflate(tooMany, tooMany.length)).isEqualTo(GzipInflater.TOO_MANY_MEMBERS);
    byte[] farTooMany = repeat(gzip(""), 25_000);
    assertThat(inflater.inflate(farTooMany, farTooMany.length))
        .isEqualTo(GzipInflater.TOO_MANY_MEMBERS);
  }

  @Test
  void numberOfBytes_isLimited() {
    byte[] most = TrackingTests.gzip(new byte[LIMIT]);
    assertThat(inflater.inflate(most, most.length)).isEqualTo(LIMIT);
    for (int beyond : new int[] {LIMIT + 1, LIMIT + 2, 50 * LIMIT}) {
      byte[] body = TrackingTests.gzip(new byte[beyond]);
      assertThat(inflater.inflate(body, body.length)).isEqualTo(LIMIT + 1);
    }
    byte[] inParts = repeat(TrackingTests.gzip(new byte[LIMIT / 4]), 5);
    assertThat(inflater.inflate(inParts, inParts.length)).isEqualTo(LIMIT + 1);
    assertThat(inflater.bytes()).hasSize(LIMIT + 1);
  }

  @Test
  void optionalHeaderFields_areSkipped() {
    byte[] plain = gzip("abc");
    assertThat(inflated(withFields(4, new byte[] {2, 0, 'x', 'y'}))).isEqualTo("abc");
    assertThat(inflated(withFields(8, new byte[] {'n', 0}))).isEqualTo("abc");
    assertThat(inflated(withFields(16, new byte[] {'c', 0}))).isEqualTo("abc");
    assertThat(inflated(withFields(4 | 8 | 16, new byte[] {0, 0, 'n', 0, 0}))).isEqualTo("abc");
    byte[] header = Arrays.copyOf(plain, 10);
    header[FLAGS] = 2;
    CRC32 crc = new CRC32();
    crc.update(header);
    byte[] right = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    assertThat(inflated(withFields(2, right))).isEqualTo("abc");
    right[0] ^= 1;
    assertInvalid(withFields(2, right));
  }

  @Test
  void invalidGzip_isRefused() {
    byte[] good = gzip("abc");
    for (int length = 0; length < good.length; length++) {
      assertInvalid(Arrays.copyOf(good, length));
    }
    for (int i : new int[] {0, 1, 2, good.length - 8, good.length - 1}) {
      byte[] flipped = good.clone();
      flipped[i] ^= 1;
      assertInvalid(flipped);
    }
    byte[] reserved = good.clone();
    reserved[FLAGS] = 0x20;
    assertInvalid(reserved);
    assertInvalid(withFields(4, new byte[] {(byte) 0xff, (byte) 0xff}));
    assertInvalid(join(good, new byte[] {0}));
    assertInvalid(join(good, Arrays.copyOf(good, good.length - 1)));
    assertThat(inflated(good)).isEqualTo("abc");
  }

  @Test
  void randomDamage_neverThrows() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] good = join(gzip("abc".repeat(500)), gzip("x"));
    for (int run = 0; run < 20_000; run++) {
      byte[] body = Arrays.copyOf(good, 1 + random.nextInt(good.length));
      for (int i = random.nextInt(4); i >= 0; i--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt();
      }
      assertThat(inflater.inflate(body, body.length)).as("seed %d", seed).isBetween(-2, LIMIT + 1);
    }
  }

  private void assertInvalid(byte[] body) {
    assertThat(inflater.inflate(body, body.length)).isEqualTo(GzipInflater.INVALID);
  }

  private String inflated(byte[] body) {
    int length = inflater.inflate(body, body.length);
    assertThat(length).isNotNegative();
    return new String(inflater.bytes(), 0, length, StandardCharsets.US_ASCII);
  }

  /** The gzip form of abc with flags and the fields that they announce. */
  private static byte[] withFields(int flags, byte[] fields) {
    byte[] plain = gzip("abc");
    byte[] header = Arrays.copyOf(plain, 10);
    header[FLAGS] = (byte) flags;
    return join(header, fields, Arrays.copyOfRange(plain, 10, plain.length));
  }

  private static byte[] gzip(String text) {
    return TrackingTests.gzip(TrackingTests.utf8(text));
  }

  private static byte[] repeat(byte[] part, int times) {
    byte[][] parts = new byte[times][];
    Arrays.fill(parts, part);
    return join(parts);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }
}
