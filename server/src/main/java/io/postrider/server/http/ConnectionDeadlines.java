package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;

/**
 * How long a connection may stay in a state.
 *
 * @param idleMillis without a complete request head
 * @param requestMillis from the head to the end of the body
 * @param responseMillis from the end of the body to the response
 * @param writeMillis for the peer to read what is written
 */
record ConnectionDeadlines(
    long idleMillis, long requestMillis, long responseMillis, long writeMillis) {

  static ConnectionDeadlines of(HttpConfig config) {
    return new ConnectionDeadlines(
        config.idleTimeout().toMillis(),
        config.requestTimeout().toMillis(),
        config.responseTimeout().toMillis(),
        config.writeTimeout().toMillis());
  }
}
