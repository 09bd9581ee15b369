package io.postrider.log.kafka;

/** The topic does not fit the settings; the message says which one, and the way out. */
public final class TopicRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TopicRefusedException(String message) {
    super(message);
  }
}
