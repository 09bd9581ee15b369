package io.postrider.server.commands.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The calls of a web shop: visitors look at products, put some into their cart, and some buy. A
 * machine: the same seed gives the same calls. Belongs to one thread.
 */
final class ShopTraffic {

  /** The visitors at a time. */
  private static final int VISITS = 12;

  private static final Duration HISTORY = Duration.ofDays(20);

  private static final List<String> FIRST_NAMES =
      List.of("Ada", "Alan", "Barbara", "Donald", "Edsger", "Frances", "Grace", "Ken", "Radia");
  private static final List<String> LAST_NAMES =
      List.of("Berger", "Costa", "Dubois", "Evans", "Fischer", "Garcia", "Hansen", "Ito", "Jansen");
  private static final List<String> COUNTRIES = List.of("AT", "BR", "DE", "FR", "JP", "NL", "US");

  private record Product(String name, String category, double price) {}

  private static final List<Product> PRODUCTS =
      List.of(
          new Product("Trail Shoes", "shoes", 119.0),
          new Product("City Backpack", "bags", 79.5),
          new Product("Rain Jacket", "clothes", 149.0),
          new Product("Wool Socks", "clothes", 14.9),
          new Product("Head Torch", "outdoor", 39.95),
          new Product("Two-Person Tent", "outdoor", 289.0),
          new Product("Water Bottle", "outdoor", 19.0));

  private enum Step {
    ARRIVE,
    LOOK,
    ADD,
    CHECK_OUT,
    BUY,
    LEAVE
  }

  private static final class Visit {

    private final int user;
    private Product product;
    private Step step = Step.ARRIVE;
    private double total;

    Visit(int user, Product product) {
      this.user = user;
      this.product = product;
    }
  }

  private final SplittableRandom random;
  private final List<Visit> visits = new ArrayList<>();
  private int orders = 1_000;

  ShopTraffic(long seed) {
    this.random = new SplittableRandom(seed);
    for (int i = 0; i < VISITS; i++) {
      visits.add(visit());
    }
  }

  private Visit visit() {
    int users = FIRST_NAMES.size() * LAST_NAMES.size();
    return new Visit(random.nextInt(users), product());
  }

  private Product product() {
    return PRODUCTS.get(random.nextInt(PRODUCTS.size()));
  }

  /** Calls of the past: who the users are, and a few orders of most of them. */
  List<ObjectNode> history(Instant now) {
    List<ObjectNode> calls = new ArrayList<>();
    for (int user = 0; user < FIRST_NAMES.size() * LAST_NAMES.size(); user++) {
      calls.add(identify(user).put("timestamp", Json.text(now.minus(HISTORY))));
      for (int left = random.nextInt(3); left > 0; left--) {
        Duration ago = Duration.ofMinutes(random.nextLong(HISTORY.toMinutes()));
        calls.add(order(user, product().price()).put("timestamp", Json.text(now.minus(ago))));
      }
    }
    return calls;
  }

  /** The next call, of any visitor. */
  ObjectNode next() {
    int at = random.nextInt(visits.size());
    Visit visit = visits.get(at);
    ObjectNode call = call(visit);
    visit.step = after(visit);
    if (visit.step == Step.LEAVE) {
      visits.set(at, visit());
    }
    return call;
  }

  private ObjectNode call(Visit visit) {
    return switch (visit.step) {
      case ARRIVE, LEAVE -> page(visit.user);
      case LOOK -> product(visit, "Product Viewed");
      case ADD -> product(visit, "Product Added");
      case CHECK_OUT -> track(visit.user, "Checkout Started").set("properties", total(visit.total));
      case BUY -> order(visit.user, visit.total);
    };
  }

  private Step after(Visit visit) {
    return switch (visit.step) {
      case ARRIVE -> Step.LOOK;
      case LOOK -> {
        if (random.nextInt(100) < 55) {
          yield Step.ADD;
        }
        visit.product = product();
        yield random.nextInt(100) < 70 ? Step.LOOK : Step.LEAVE;
      }
      case ADD -> {
        visit.total += visit.product.price();
        yield random.nextInt(100) < 65 ? Step.CHECK_OUT : Step.LEAVE;
      }
      case CHECK_OUT -> random.nextInt(100) < 80 ? Step.BUY : Step.LEAVE;
      case BUY, LEAVE -> Step.LEAVE;
    };
  }

  private static ObjectNode identify(int user) {
    ObjectNode call = call("identify", user);
    call.putObject("traits")
        .put("name", firstName(user) + " " + lastName(user))
        .put("email", userId(user) + "@example.com")
        .put("country", COUNTRIES.get(user % COUNTRIES.size()));
    return call;
  }

  private static ObjectNode page(int user) {
    ObjectNode call = call("page", user).put("name", "Home");
    call.putObject("properties").put("path", "/").put("title", "The web shop");
    return call;
  }

  private static ObjectNode product(Visit visit, String event) {
    ObjectNode call = track(visit.user, event);
    call.putObject("properties")
        .put("name", visit.product.name())
        .put("category", visit.product.category())
        .put("price", visit.product.price());
    return call;
  }

  private ObjectNode order(int user, double total) {
    ObjectNode call = track(user, "Order Completed");
    call.set("properties", total(total).put("orderId", "order-" + orders++));
    return call;
  }

  private static ObjectNode total(double total) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("total", Math.round(total * 100) / 100.0)
        .put("currency", "EUR");
  }

  private static ObjectNode track(int user, String event) {
    return call("track", user).put("event", event);
  }

  private static ObjectNode call(String type, int user) {
    return JsonNodeFactory.instance.objectNode().put("type", type).put("userId", userId(user));
  }

  private static String firstName(int user) {
    return FIRST_NAMES.get(user % FIRST_NAMES.size());
  }

  private static String lastName(int user) {
    return LAST_NAMES.get(user / FIRST_NAMES.size());
  }

  private static String userId(int user) {
    return (firstName(user) + "." + lastName(user)).toLowerCase(Locale.ROOT);
  }
}
