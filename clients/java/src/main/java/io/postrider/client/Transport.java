package io.postrider.client;

/** Makes one request and tells what came of it. */
interface Transport {
  Answer post(byte[] body) throws InterruptedException;
}
