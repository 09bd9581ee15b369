package io.postrider.server.delivery;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A receiver's end of one connection. Belongs to the connection's thread. */
public final class ReceiverConnection {

  private static final int DRIP_MILLIS = 20;

  private final Socket socket;
  private final Socket raw;
  private final InputStream in;
  private final CountDownLatch closing;
  private final int number;

  /**
   * @param socket carries HTTP
   * @param raw the TCP connection underneath
   * @param closing open when the receiver stops
   */
  ReceiverConnection(Socket socket, Socket raw, CountDownLatch closing, int number)
      throws IOException {
    this.socket = socket;
    this.raw = raw;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.closing = closing;
    this.number = number;
  }

  /** The next request; null if there is none. */
  @Nullable Received read() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.append((char) next);
    }
    String[] lines = head.toString().strip().split("\r\n", -1);
    String[] first = lines[0].split(" ", 3);
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    int length = 0;
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      String name = lines[i].substring(0, colon);
      String value = lines[i].substring(colon + 1).strip();
      headers.add(Map.entry(name, value));
      if (name.equalsIgnoreCase("Content-Length")) {
        length = Integer.parseInt(value);
      } else if (name.equalsIgnoreCase("Transfer-Encoding")) {
        throw new IOException("a body without a length");
      }
    }
    byte[] body = in.readNBytes(length);
    return body.length < length ? null : new Received(first[0], first[1], headers, body, number);
  }

  /** Sends text, a byte for each character. */
  public void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Sends the same again and again, slowly, until the other end or the receiver closes. */
  public void drip(String text) throws IOException {
    while (!stopped(DRIP_MILLIS)) {
      send(text);
    }
  }

  /** Does nothing until the other end or the receiver closes. */
  public void hang() throws IOException {
    while (in.read() >= 0) {
      // further data is ignored
    }
    close();
  }

  /** Waits for a latch, or until the receiver closes. */
  public void await(CountDownLatch event) {
    try {
      while (!event.await(DRIP_MILLIS, TimeUnit.MILLISECONDS)) {
        if (closing.getCount() == 0) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public void close() throws IOException {
    socket.close();
  }

  /** Resets the connection. */
  public void reset() throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }

  private boolean stopped(int millis) {
    try {
      return closing.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
