package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Clients without a key that occupy the server, until they are closed. What they send is never
 * accepted.
 */
final class HostileClients implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int HALF_BODY_BYTES = 200_000;
  private static final int PIPELINED = 200;
  private static final int GZIP_MEMBERS = 25_000;

  private final List<Socket> sockets = new ArrayList<>();
  private final int port;

  HostileClients(int port) {
    this.port = port;
  }

  /** Opens connections that send nothing. */
  void idle(int count) {
    repeat(count, socket -> {});
  }

  /** Sends half of a body on each connection. */
  void halfBodies(int count) {
    byte[] half = new byte[HALF_BODY_BYTES];
    repeat(
        count,
        socket -> {
          OutputStream out = socket.getOutputStream();
          out.write(head("POST /v1/batch", 2 * HALF_BODY_BYTES, ""));
          out.write(half);
        });
  }

  /** Sends many requests on each connection and reads no response. */
  void neverRead(int count) {
    String request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    byte[] requests = request.repeat(PIPELINED).getBytes(ISO_8859_1);
    repeat(count, socket -> socket.getOutputStream().write(requests));
  }

  /** Sends bodies of many empty gzip members, and bodies that expand a thousandfold. */
  void gzipBombs(int count) {
    byte[] members = emptyMembers();
    byte[] zeros = zeros();
    Random random = new Random(count);
    repeat(
        count,
        socket -> {
          byte[] body = random.nextBoolean() ? members : zeros;
          OutputStream out = socket.getOutputStream();
          out.write(head("POST /v1/batch", body.length, "Content-Encoding: gzip\r\n"));
          out.write(body);
        });
  }

  /** Sends malformed requests, one on each connection. */
  void malformed(int count, long seed) {
    MalformedRequests requests = new MalformedRequests(seed);
    repeat(count, socket -> socket.getOutputStream().write(requests.next()));
  }

  private interface Attack {
    void run(Socket socket) throws IOException;
  }

  /** A refused or closed connection is what the server may do; the others go on. */
  private void repeat(int count, Attack attack) {
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      Thread.startVirtualThread(
          () -> {
            try {
              InetSocketAddress address =
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
              socket.connect(address, CONNECT_MILLIS);
              attack.run(socket);
            } catch (IOException e) {
              close(socket);
            }
          });
    }
  }

  private static byte[] head(String line, int length, String more) {
    return (line
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + length
            + "\r\n"
            + more
            + "\r\n")
        .getBytes(ISO_8859_1);
  }

  private static byte[] emptyMembers() {
    byte[] member = gzip(new byte[0]);
    ByteArrayOutputStream body = new ByteArrayOutputStream(member.length * GZIP_MEMBERS);
    for (int i = 0; i < GZIP_MEMBERS; i++) {
      body.writeBytes(member);
    }
    return body.toByteArray();
  }

  private static byte[] zeros() {
    return gzip(new byte[50_000_000]);
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  @Override
  public void close() {
    sockets.forEach(HostileClients::close);
    sockets.clear();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
