package io.postrider.client;

/** Makes one request and tells what came of it. */
interface Transport {
  /** Sends a body with so many messages. */
  Answer post(byte[] body, int messages) throws InterruptedException;
}
