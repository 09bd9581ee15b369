package io.postrider.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A socket and nothing above it, for what no HTTP client would send. */
public final class RawConnection implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;

  private RawConnection(Socket socket) {
    this.socket = socket;
  }

  public static RawConnection open(int port) throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    socket.connect(
        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), PATIENCE_MILLIS);
    return new RawConnection(socket);
  }

  /** Sends text, a byte for each character. */
  public RawConnection send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawConnection send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
    return this;
  }

  /** Reads one answer: its head, and as much behind it as its length says. */
  public String answer() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in().read();
      if (next < 0) {
        throw new IOException("the connection ended behind: " + head);
      }
      head.append((char) next);
    }
    String length = head.toString().replaceFirst("(?is).*\r\ncontent-length: (\\d+)\r\n.*", "$1");
    int expected = length.matches("\\d+") ? Integer.parseInt(length) : 0;
    return head + new String(in().readNBytes(expected), StandardCharsets.UTF_8);
  }

  /** Whether nothing has come that was not read. */
  public boolean isSilent() throws IOException {
    return in().available() == 0;
  }

  /** Reads until the other end closes, however it does. */
  public String toEnd() throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try {
      in().transferTo(read);
    } catch (SocketException e) {
      // a reset ends a connection too
    }
    return read.toString(StandardCharsets.UTF_8);
  }

  /** Reads until the other end closes; whether that was a reset. */
  public boolean isReset() throws IOException {
    try {
      in().transferTo(OutputStream.nullOutputStream());
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  /** Goes away at once, without a farewell. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private InputStream in() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
