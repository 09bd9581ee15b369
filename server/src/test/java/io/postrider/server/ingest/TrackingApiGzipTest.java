package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageLimits;
import io.postrider.server.RunningServer;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gzip bodies: valid, invalid and far too large ones. */
final class TrackingApiGzipTest extends TrackingTests {

  @Test
  void gzipBodies_areDecompressed() {
    for (String encoding : List.of("gzip", "GZIP", "x-gzip")) {
      packed("/v1/track", gzip(utf8(track("\"n\":1"))), encoding).isSuccess();
    }
    packed("/v1/batch", gzip(utf8(batch(track("\"n\":1"), track("\"n\":1")))), "gzip").isSuccess();
    packed("/v1/track", utf8(track("\"n\":1")), "identity").isSuccess();
    assertThat(stored().stream().map(message -> message.text("n"))).hasSize(6).containsOnly("1");
  }

  @Test
  void gzipMembers_areOneBody() {
    String json = track("");
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    pieces.writeBytes(gzip(utf8(json.substring(0, 10))));
    pieces.writeBytes(gzip(new byte[0]));
    pieces.writeBytes(gzip(utf8(json.substring(10))));
    packed("/v1/track", pieces.toByteArray(), "gzip").isSuccess();
  }

  @Test
  void invalidGzip_isRefused() {
    byte[] good = gzip(utf8(track("\"pad\":\"" + "x".repeat(2_000) + "\"")));
    byte[] flipped = good.clone();
    flipped[flipped.length - 5] ^= 1; // in the checksum
    List<byte[]> broken =
        List.of(
            new byte[0],
            utf8(track("")),
            Arrays.copyOf(good, good.length / 2),
            Arrays.copyOf(good, good.length - 1),
            Arrays.copyOf(good, 3),
            flipped);
    for (byte[] body : broken) {
      packed("/v1/track", body, "gzip").isError(400, "invalid_json");
    }
    packed("/v1/track", utf8(track("")), "br").isError(400, "invalid_json");
    packed("/v1/track", gzip(utf8("[]")), "gzip").isError(400, "invalid_json");
    assertThat(stored()).isEmpty();
  }

  @Test
  void limits_countDecompressedBytes() {
    packed("/v1/batch", gzip(batchOf(MessageLimits.BODY_BYTES)), "gzip").isSuccess();
    packed("/v1/batch", gzip(batchOf(MessageLimits.BODY_BYTES + 1)), "gzip")
        .isError(413, "batch_too_large");
    packed("/v1/track", gzip(utf8(trackOf(MessageLimits.MESSAGE_BYTES))), "gzip").isSuccess();
    packed("/v1/track", gzip(utf8(trackOf(MessageLimits.MESSAGE_BYTES + 1))), "gzip")
        .isError(413, "message_too_large");
  }

  @Test
  void gzipBomb_isRefused() {
    byte[] bomb = gzip(new byte[200 << 20]);
    assertThat(bomb.length).isLessThan(MessageLimits.BODY_BYTES);
    packed("/v1/batch", bomb, "gzip").isError(413, "batch_too_large");
  }

  @Test
  void gzipMembersWithoutEnd_areRefused() {
    byte[] empty = gzip(new byte[0]);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 25_000; i++) {
      members.writeBytes(empty);
    }
    for (int i = 0; i < 3; i++) {
      Reply refused = packed("/v1/batch", members.toByteArray(), "gzip");
      assertThat(refused.isError(400, "invalid_json").text()).contains("gzip members");
    }
    packed("/v1/track", gzip(utf8(track(""))), "gzip").isSuccess();
  }

  private Reply packed(String path, byte[] body, String encoding) {
    return post(
        path,
        body,
        null,
        "Authorization",
        RunningServer.basic(writeKey),
        "Content-Encoding",
        encoding);
  }

  private static byte[] batchOf(int length) {
    String json = batch(track(""));
    return utf8(json.substring(0, json.length() - 1) + " ".repeat(length - json.length()) + "}");
  }

  private static String trackOf(int length) {
    String json = track("\"pad\":\"\"");
    return track("\"pad\":\"" + "x".repeat(length - json.length()) + "\"");
  }
}
