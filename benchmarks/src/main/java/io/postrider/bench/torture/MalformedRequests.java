package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Damages valid requests at random places. The same seed gives the same requests. Belongs to one
 * thread at a time.
 */
final class MalformedRequests {
  private static final List<String> BODIES =
      Stream.of(
              "{'batch':[{'type':'track','event':'a','userId':'u','properties':{'n':1.5e3}}]}",
              "{'type':'identify','userId':'u','traits':{'x':[1,2,{'y':null}],'z':'\\u00e9'}}",
              "{'userId':'u','groupId':'g','context':{'ip':'1.2.3.4'},'timestamp':'2026-01-02'}",
              "{'token':'t','name':'n','rateLimit':1}")
          .map(body -> body.replace('\'', '"'))
          .toList();
  private static final List<String> PATHS =
      List.of(
          "/v1/batch", "/v1/track", "/v1/identify", "/v1/group", "/api/session", "/api/sources");
  private static final List<String> HEADERS =
      List.of(
          "",
          "Authorization: Basic Og==\r\n",
          "Content-Encoding: gzip\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Expect: 100-continue\r\n",
          "X-Forwarded-For: 1.2.3.4, garbage\r\n",
          "Cookie: postrider_session=x\r\n");
  private static final List<String> INSERTS =
      List.of(
          "1e999999999",
          "-",
          "\u0000",
          "\r\n",
          "\"",
          "\\",
          "\\ud800",
          "{",
          "[",
          "}",
          "]",
          ",",
          "99999999999999999999999999",
          "é",
          "\uD83D\uDE00",
          "null",
          "\u2028",
          "%00",
          "//",
          " ");

  private final Random random;

  MalformedRequests(long seed) {
    this.random = new Random(seed);
  }

  /** The next request, on a connection of its own: anything in it may be damaged. */
  synchronized byte[] next() {
    return damage(request(pick(BODIES).getBytes(UTF_8), pick(HEADERS)));
  }

  /** The next request with a damaged body in a valid frame, so that it must be answered. */
  synchronized byte[] nextFramed() {
    byte[] body = damage(pick(BODIES).getBytes(UTF_8));
    if (random.nextInt(8) == 0) {
      String open = random.nextBoolean() ? "[" : "{\"a\":";
      body = open.repeat(1 + random.nextInt(2_000)).getBytes(UTF_8);
    }
    return request(body, "");
  }

  private byte[] request(byte[] body, String header) {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(
        ("POST "
                + pick(PATHS)
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + header
                + "Content-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(ISO_8859_1));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private byte[] damage(byte[] bytes) {
    byte[] damaged = bytes;
    for (int i = random.nextInt(4); i >= 0; i--) {
      damaged = damageOnce(damaged);
    }
    return damaged;
  }

  private byte[] damageOnce(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, at + random.nextInt(20));
    return switch (random.nextInt(5)) {
      case 0 -> join(bytes, at, new byte[0], end);
      case 1 -> join(bytes, at, pick(INSERTS).getBytes(UTF_8), at);
      case 2 -> join(bytes, at, Arrays.copyOfRange(bytes, at, end), at);
      case 3 -> join(bytes, at, new byte[] {(byte) random.nextInt(256)}, Math.min(at + 1, end));
      default -> Arrays.copyOf(bytes, Math.max(1, at));
    };
  }

  /** The bytes before {@code at}, the insert, and the bytes from {@code end}. */
  private static byte[] join(byte[] bytes, int at, byte[] insert, int end) {
    int from = Math.max(at, end);
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(bytes, 0, at);
    joined.writeBytes(insert);
    joined.write(bytes, from, bytes.length - from);
    return joined.size() == 0 ? new byte[] {'{'} : joined.toByteArray();
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
