package io.postrider.server.commands.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.commands.AdminClient;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The configuration of the demo: a source, two destinations and two audiences. Created and read
 * through the admin API. Belongs to one thread at a time.
 */
final class DemoShop {

  /** The destination that nobody disturbs. */
  static final String STEADY = "Warehouse";

  /** The destination whose receiver the keys disturb. It also gets the audiences. */
  static final String DISTURBED = "CRM";

  private static final String BIG_SPENDERS =
      """
      {"event": "Order Completed", "within": "30d", "count": {"op": "at_least", "value": 2}}\
      """;

  private static final String ABANDONED_CARTS =
      """
      {"all": [
        {"event": "Product Added", "within": "10m", "count": {"op": "at_least", "value": 1}},
        {"event": "Order Completed", "within": "10m", "count": {"op": "equals", "value": 0}}]}\
      """;

  /** The state of a destination. */
  record Destination(String name, String state, long waiting) {}

  /** The size of an audience. */
  record Audience(String name, String key, long members) {}

  private final AdminClient client;
  private final List<String> destinations = new ArrayList<>();

  private DemoShop(AdminClient client) {
    this.client = client;
  }

  /** Configures the service: names its source, creates destinations and audiences. */
  static DemoShop create(
      AdminClient client, String source, String secret, String steadyUrl, String disturbedUrl) {
    DemoShop shop = new DemoShop(client);
    client.patch("/api/sources/" + source, object().put("name", "Web shop"));
    shop.addDestination(STEADY, source, secret, steadyUrl);
    String disturbed = shop.addDestination(DISTURBED, source, secret, disturbedUrl);
    shop.addAudience("Big Spenders", disturbed, BIG_SPENDERS);
    shop.addAudience("Abandoned Carts", disturbed, ABANDONED_CARTS);
    return shop;
  }

  private String addDestination(String name, String source, String secret, String url) {
    // the full payload says when a message was accepted
    ObjectNode body = object().put("name", name).put("payload", "full");
    body.put("acceptsHistorical", false).putArray("sources").add(source);
    ObjectNode settings = body.putObject("settings").put("sharedSecret", secret);
    ArrayNode webhooks = settings.putArray("webhooks");
    webhooks.addObject().put("url", url);
    String id = client.post("/api/destinations", body).path("id").asText();
    destinations.add(id);
    return id;
  }

  private void addAudience(String name, String destination, String definition) {
    ObjectNode body = object().put("name", name);
    body.putArray("destinations").add(destination);
    body.set("definition", Json.parseOwn(definition));
    client.post("/api/audiences", body);
  }

  /** The destinations, in the order of their creation. */
  List<Destination> destinations(Instant now) {
    String range = "?step=minute&from=" + now.minus(Duration.ofMinutes(5)) + "&to=" + now;
    List<Destination> found = new ArrayList<>();
    for (String id : destinations) {
      JsonNode one = client.get("/api/destinations/" + id);
      JsonNode metrics = client.get("/api/destinations/" + id + "/metrics" + range);
      found.add(
          new Destination(
              one.path("name").asText(),
              one.path("state").asText(),
              metrics.at("/pending/messages").asLong()));
    }
    return found;
  }

  /** The audiences, by name. */
  List<Audience> audiences() {
    List<Audience> found = new ArrayList<>();
    for (JsonNode one : client.get("/api/audiences").path("data")) {
      found.add(
          new Audience(
              one.path("name").asText(), one.path("key").asText(), one.path("size").asLong()));
    }
    found.sort((a, b) -> a.name().compareTo(b.name()));
    return found;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
