package io.postrider.log.kafka;

/**
 * What the brokers say about one thing.
 *
 * @param about the brokers, or a topic
 * @param text what is found
 * @param action what to do; empty if it is good
 */
public record BrokerFinding(Level level, String about, String text, String action) {

  /** How bad it is. */
  public enum Level {
    GOOD,
    /** It works, but not for long or not well. */
    DOUBTFUL,
    /** A node does not start, or stores nothing. */
    BAD
  }

  static BrokerFinding good(String about, String text) {
    return new BrokerFinding(Level.GOOD, about, text, "");
  }

  static BrokerFinding doubtful(String about, String text, String action) {
    return new BrokerFinding(Level.DOUBTFUL, about, text, action);
  }

  static BrokerFinding bad(String about, String text, String action) {
    return new BrokerFinding(Level.BAD, about, text, action);
  }
}
