package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A customer's receiver that misbehaves in a chosen share of its requests. A message counts as
 * delivered when the receiver decides to answer 200.
 */
final class FaultyReceiver implements AutoCloseable {

  /** What a receiver does with a request. None of these refuses a message for good. */
  enum Behaviour {
    OK,
    SLOW,
    ERROR,
    BUSY,
    HANG,
    RESET,
    CLOSE,
    GARBAGE,
    ENDLESS_HEADERS,
    CUT_STATUS,
    ENDLESS_BODY
  }

  private static final int MAX_CONNECTIONS = 2_000;
  private static final int MAX_HEAD_BYTES = 64 * 1024;
  private static final Duration HANG_TIME = Duration.ofSeconds(7);

  private final ServerSocket socket;
  private final MessageBook delivered = new MessageBook();
  private final Semaphore connections = new Semaphore(MAX_CONNECTIONS);
  private final Random random;
  private volatile double faultShare;

  private FaultyReceiver(ServerSocket socket, long seed) {
    this.socket = socket;
    this.random = new Random(seed);
  }

  static FaultyReceiver open(long seed) throws IOException {
    ServerSocket socket = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    FaultyReceiver receiver = new FaultyReceiver(socket, seed);
    Thread.ofPlatform().daemon().name("receiver").start(receiver::acceptAll);
    return receiver;
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort() + "/";
  }

  /** The share of requests that it treats badly, from 0 to 1. */
  void misbehave(double share) {
    faultShare = share;
  }

  MessageBook delivered() {
    return delivered;
  }

  private void acceptAll() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        if (connections.tryAcquire()) {
          Thread.startVirtualThread(() -> serve(connection));
        } else {
          connection.close();
        }
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      String body = readBody(in);
      while (body != null && answer(body, connection, out)) {
        body = readBody(in);
      }
    } catch (IOException e) {
      // the server closed the connection
    } finally {
      connections.release();
    }
  }

  private synchronized Behaviour draw() {
    Behaviour[] all = Behaviour.values();
    return random.nextDouble() < faultShare ? all[1 + random.nextInt(all.length - 1)] : all[0];
  }

  /** Answers a request; returns whether the connection can be used again. */
  private boolean answer(String body, Socket connection, OutputStream out) throws IOException {
    switch (draw()) {
      case OK -> {
        delivered.addBody(body);
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        return true;
      }
      case SLOW -> {
        LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
        delivered.addBody(body);
        write(out, "HTTP/1.1 204 No Content\r\n\r\n");
        return true;
      }
      case ERROR -> {
        write(out, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n");
        return true;
      }
      case BUSY -> {
        write(out, "HTTP/1.1 429 Too Many\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n");
        return true;
      }
      case HANG -> LockSupport.parkNanos(HANG_TIME.toNanos());
      case RESET -> connection.setSoLinger(true, 0);
      case CLOSE -> {}
      case GARBAGE -> write(out, "\u0000\u0001 no HTTP at all \r\n\r\n");
      case ENDLESS_HEADERS -> {
        write(out, "HTTP/1.1 200 OK\r\n");
        for (int i = 0; i < 10_000; i++) {
          write(out, "X-" + i + ": " + "y".repeat(100) + "\r\n");
        }
      }
      case CUT_STATUS -> write(out, "HTTP/1.1 20");
      case ENDLESS_BODY -> {
        delivered.addBody(body);
        write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 1_000; i++) {
          write(out, "1000\r\n" + "z".repeat(0x1000) + "\r\n");
        }
      }
    }
    return false;
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  /** Reads one request; null at the end of the connection. */
  private static @Nullable String readBody(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int next = in.read();
      if (next < 0 || head.length() > MAX_HEAD_BYTES) {
        return null;
      }
      head.append((char) next);
    }
    int at = head.toString().toLowerCase(Locale.ROOT).indexOf("content-length:");
    if (at < 0) {
      return "";
    }
    String length = head.substring(at + "content-length:".length(), head.indexOf("\r\n", at));
    return new String(in.readNBytes(Integer.parseInt(length.strip())), UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
