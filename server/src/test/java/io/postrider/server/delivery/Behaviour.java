package io.postrider.server.delivery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a receiver does with a request that it has read. */
@FunctionalInterface
public interface Behaviour {

  void play(Conversation conversation) throws IOException;

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
    return conversation -> conversation.send(text);
  }

  /** Sends exactly this and closes the connection. */
  static Behaviour rawThenClose(String text) {
    return conversation -> {
      conversation.send(text);
      conversation.close();
    };
  }

  /** Answers as if the connection could be used again, and closes it. */
  static Behaviour answerThenClose(int status) {
    return rawThenClose(answerText(status, ""));
  }

  /** Never answers. */
  static Behaviour hang() {
    return Conversation::hang;
  }

  /** Closes the connection politely instead of answering. */
  static Behaviour close() {
    return Conversation::close;
  }

  /** Resets the connection instead of answering. */
  static Behaviour reset() {
    return Conversation::reset;
  }

  /** Sends what is not HTTP. */
  static Behaviour garbage() {
    return rawThenClose("\u0000\u0001 this is not HTTP at all\r\n\r\n");
  }

  /** Sends header after header without end. */
  static Behaviour dripHeaders(int status) {
    return conversation -> {
      conversation.send("HTTP/1.1 " + status + " Slow\r\n");
      conversation.drip("X-More: 1\r\n");
    };
  }

  /** Answers, and sends the body byte by byte without end. */
  static Behaviour dripBody(int status) {
    return conversation -> {
      conversation.send(head(status) + "Content-Length: 60000\r\n\r\n");
      conversation.drip(".");
    };
  }

  /** Announces a longer body than it sends, and closes. */
  static Behaviour cutBody(int status) {
    return rawThenClose(head(status) + "Content-Length: 1000\r\n\r\nonly this");
  }

  /** Sends a body without end, as fast as it is read. */
  static Behaviour endless(int status) {
    return conversation -> {
      conversation.send(head(status) + "Transfer-Encoding: chunked\r\n\r\n");
      byte[] chunk = ("2000\r\n" + "x".repeat(0x2000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      while (true) {
        conversation.send(chunk);
      }
    };
  }

  static Behaviour redirect(int status, String location) {
    return answer(status, "", "Location: " + location);
  }

  /** Says that more will follow, and then does something else. */
  static Behaviour informThen(int status, Behaviour next) {
    return conversation -> {
      conversation.send("HTTP/1.1 " + status + " Wait\r\nX-Hint: 1\r\n\r\n");
      next.play(conversation);
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
