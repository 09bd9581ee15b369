package io.postrider.bench.load;

/** Sends on every connection as soon as its last request is answered, until time is up. */
record ClosedLoop(long endNanos) implements Pace {

  @Override
  public void free(Connection connection, long nowNanos) {
    if (nowNanos - endNanos < 0) {
      connection.send(nowNanos);
    } else {
      connection.close();
    }
  }

  @Override
  public long unsent() {
    return 0;
  }
}
