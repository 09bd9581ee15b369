package io.postrider.client;

/** What a call does while the queue is full, as in a long outage. */
public enum WhenFull {
  /** Answers false at once, and the listener is told. Request threads never wait. */
  REFUSE,
  /** Waits until there is room. For imports, where speed matters less than completeness. */
  BLOCK
}
