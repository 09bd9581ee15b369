/** Sends calls to Postrider, and verifies what its webhooks bring. Needs nothing but the JDK. */
module io.postrider.client {
  requires transitive java.net.http;
  requires static org.jspecify;

  exports io.postrider.client;
  exports io.postrider.client.webhook;
}
