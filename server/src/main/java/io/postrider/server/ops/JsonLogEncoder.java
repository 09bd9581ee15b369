package io.postrider.server.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * Writes an event as one line of JSON in which everything that JSON allows but a terminal does not
 * show is {@link TerminalText escaped} too. Thread-safe.
 */
final class JsonLogEncoder extends JsonEncoder {

  JsonLogEncoder() {
    setWithContext(false);
    setWithSequenceNumber(false);
    setWithNanoseconds(false);
    setWithFormattedMessage(true);
    setWithMessage(false);
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = new String(super.encode(event), UTF_8);
    return (TerminalText.of(line.stripTrailing()) + "\n").getBytes(UTF_8);
  }
}
