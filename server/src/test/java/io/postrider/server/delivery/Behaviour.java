package io.postrider.server.delivery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How a receiver handles a request. */
@FunctionalInterface
public interface Behaviour {

  void play(ReceiverConnection connection) throws IOException;

  /** Answers without a body. */
  static Behaviour status(int status) {
    return answer(status, "");
  }

  /** Answers and keeps the connection; headers are whole lines, such as {@code Retry-After: 7}. */
  static Behaviour answer(int status, String body, String... headers) {
    return raw(answerText(status, body, headers));
  }

  /** Sends exactly this, a byte for each character, and keeps the connection. */
  static Behaviour raw(String text) {
    return connection -> connection.send(text);
  }

  /** Sends exactly this and closes the connection. */
  static Behaviour rawThenClose(String text) {
    return connection -> {
      connection.send(text);
      connection.close();
    };
  }

  /** Answers with keep-alive, and closes the connection. */
  static Behaviour answerThenClose(int status) {
    return rawThenClose(answerText(status, ""));
  }

  /** Never answers. */
  static Behaviour hang() {
    return ReceiverConnection::hang;
  }

  /** Closes the connection instead of answering. */
  static Behaviour close() {
    return ReceiverConnection::close;
  }

  /** Resets the connection instead of answering. */
  static Behaviour reset() {
    return ReceiverConnection::reset;
  }

  /** Sends invalid HTTP. */
  static Behaviour garbage() {
    return rawThenClose("\u0000\u0001 this is not HTTP at all\r\n\r\n");
  }

  /** Sends header after header without end. */
  static Behaviour dripHeaders(int status) {
    return connection -> {
      connection.send("HTTP/1.1 " + status + " Slow\r\n");
      connection.drip("X-More: 1\r\n");
    };
  }

  /** Answers, and sends the body byte by byte without end. */
  static Behaviour dripBody(int status) {
    return connection -> {
      connection.send(head(status) + "Content-Length: 60000\r\n\r\n");
      connection.drip(".");
    };
  }

  /** Announces a longer body than it sends, and closes. */
  static Behaviour cutBody(int status) {
    return rawThenClose(head(status) + "Content-Length: 1000\r\n\r\nonly this");
  }

  /** Sends a body without end, as fast as it is read. */
  static Behaviour endless(int status) {
    return connection -> {
      connection.send(head(status) + "Transfer-Encoding: chunked\r\n\r\n");
      byte[] chunk = ("2000\r\n" + "x".repeat(0x2000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      while (true) {
        connection.send(chunk);
      }
    };
  }

  static Behaviour redirect(int status, String location) {
    return answer(status, "", "Location: " + location);
  }

  /** Sends an interim response, then behaves otherwise. */
  static Behaviour informThen(int status, Behaviour next) {
    return connection -> {
      connection.send("HTTP/1.1 " + status + " Wait\r\nX-Hint: 1\r\n\r\n");
      next.play(connection);
    };
  }

  private static String head(int status) {
    return "HTTP/1.1 " + status + " Test\r\n";
  }

  private static String answerText(int status, String body, String... headers) {
    StringBuilder text = new StringBuilder(head(status));
    Arrays.stream(headers).forEach(line -> text.append(line).append("\r\n"));
    if (status != 204 && status != 304) {
      text.append("Content-Length: ").append(body.length()).append("\r\n");
    }
    return text.append("\r\n").append(body).toString();
  }
}
