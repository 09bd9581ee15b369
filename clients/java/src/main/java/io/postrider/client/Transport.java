package io.postrider.client;

/** Sends one request and returns its outcome. */
interface Transport {
  /** Sends a body with a number of messages. */
  SendResult post(byte[] body, int messages) throws InterruptedException;
}
