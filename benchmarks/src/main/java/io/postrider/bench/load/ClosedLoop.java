package io.postrider.bench.load;

/** Sends the next request on a connection as soon as the last one is complete, until the end. */
record ClosedLoop(long endNanos) implements Pacing {

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
