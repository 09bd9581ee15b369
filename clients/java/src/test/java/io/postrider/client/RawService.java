package io.postrider.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A TCP server that handles each connection as a test says, for what a well-behaved HTTP server
 * does not do. One connection at a time. After the last script, requests are accepted.
 */
final class RawService implements AutoCloseable {

  /** Handles one connection. */
  interface Script {
    void run(Connection connection) throws IOException;
  }

  /** Small, so that a large body cannot vanish in the buffers of the kernel. */
  private static final int RECEIVE_BUFFER_BYTES = 64 << 10;

  private static final Script ACCEPT =
      connection -> {
        while (connection.readRequest()) {
          connection.answer("200 OK", "{\"success\":true}");
        }
      };

  private final ServerSocket server;
  private final Deque<Script> scripts;
  private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::serve, "raw-service");
  private volatile @Nullable Socket current;

  RawService(Script... connections) {
    this(0, connections);
  }

  RawService(int port, Script... connections) {
    scripts = new ArrayDeque<>(List.of(connections));
    try {
      server = new ServerSocket();
      server.setReuseAddress(true);
      server.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread.start();
  }

  private void serve() {
    while (true) {
      try (Socket socket = server.accept()) {
        current = socket;
        if (server.isClosed()) {
          return;
        }
        Script script = scripts.poll();
        (script == null ? ACCEPT : script).run(new Connection(socket));
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  /** One connection, as its script sees it. */
  final class Connection {
    private final Socket socket;
    private final InputStream in;

    private Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
    }

    /** Reads a request without its body; empty at the end of the connection. */
    String readHead() throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return "";
        }
        head.append((char) next);
      }
      heads.add(head.toString().toLowerCase(Locale.ROOT));
      return head.toString().toLowerCase(Locale.ROOT);
    }

    /** Reads a request; false at the end of the connection. */
    boolean readRequest() throws IOException {
      String head = readHead();
      if (head.isEmpty()) {
        return false;
      }
      if (expectsContinue(head)) {
        write("HTTP/1.1 100 Continue\r\n\r\n");
      }
      int start = head.indexOf("content-length:") + "content-length:".length();
      int length = Integer.parseInt(head.substring(start, head.indexOf('\r', start)).trim());
      in.skipNBytes(length);
      return true;
    }

    void answer(String status, String body, String... headers) throws IOException {
      StringBuilder text = new StringBuilder("HTTP/1.1 " + status + "\r\n");
      for (String header : headers) {
        text.append(header).append("\r\n");
      }
      text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
      write(text.toString());
    }

    void write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** Closes with a reset, which makes the client's kernel forget what was not read yet. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  static boolean expectsContinue(String head) {
    return head.contains("\r\nexpect: 100-continue");
  }

  /** The head of the next request, in lower case. */
  String nextHead() throws InterruptedException {
    return heads.take();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return server.getLocalPort();
  }

  /** Stops listening, and closes the present connection. */
  @Override
  public void close() {
    try {
      server.close();
      Socket socket = current;
      if (socket != null) {
        socket.close();
      }
      thread.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
