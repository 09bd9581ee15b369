/** Sends messages to Postrider and verifies its webhooks. Needs only the JDK. */
module io.postrider.client {
  requires transitive java.net.http;
  requires static org.jspecify;

  exports io.postrider.client;
  exports io.postrider.client.webhook;
}
