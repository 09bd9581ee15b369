package io.postrider.client;

/** What a call does when the queue is full. */
public enum WhenFull {
  /** Returns false immediately and notifies the listener. Request threads never block. */
  REFUSE,
  /** Waits until there is room. For imports, where speed matters less than completeness. */
  BLOCK
}
