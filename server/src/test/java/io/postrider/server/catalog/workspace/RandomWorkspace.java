package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Generates workspace files with every field and unusual texts, as JSON, which is YAML. */
final class RandomWorkspace {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] TEXTS = {
    "Plain",
    "two words",
    "true",
    "no",
    "null",
    "7",
    "1.5",
    "- dash",
    "# no comment",
    "a: b",
    "a #b",
    "{x}",
    "[x]",
    "it's",
    "say \"hi\"",
    "back\\slash",
    "line\nbreak\ttab",
    " spaces ",
    "Grüße 世界 \ud83d\ude80",
    "\u0000\u0007\u007f\u0085\u009f\u2028\ufeff\uffff",
    "\ud800 alone",
    "$${env:NOT} and ${other}",
    "@at",
    "%percent",
    "!tag",
    "&anchor",
    "*alias",
    "|",
    ">",
    "~",
    "=",
    "<<",
  };

  /** Names have no control characters. */
  private static final List<String> NAMES =
      Arrays.stream(TEXTS)
          .filter(text -> text.codePoints().noneMatch(RandomWorkspace::isRefusedInNames))
          .toList();

  private final Random random;

  RandomWorkspace(Random random) {
    this.random = random;
  }

  private static boolean isRefusedInNames(int c) {
    boolean isLoneSurrogate = Character.getType(c) == Character.SURROGATE;
    return Character.isISOControl(c) || c == 0x2028 || isLoneSurrogate;
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private boolean sometimes() {
    return random.nextInt(3) == 0;
  }

  String file() {
    ObjectNode file = NODES.objectNode();
    if (random.nextBoolean()) {
      workspace(file.putObject("workspace"));
    }
    List<String> names = new ArrayList<>();
    ObjectNode sources = file.putObject("sources");
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      String name = "s%d.%s".formatted(i, random.nextBoolean() ? "a-b" : "c_d");
      names.add(name);
      source(sources.putObject(name));
    }
    ObjectNode destinations = file.putObject("destinations");
    List<String> destinationNames = new ArrayList<>();
    int more = random.nextInt(6);
    for (int i = 0; i < more; i++) {
      String name = random.nextBoolean() ? "d-" + i : i + "d";
      destinationNames.add(name);
      destination(destinations.putObject(name), names, i);
    }
    if (random.nextBoolean()) {
      computations(file.putObject("audiences"), "audience", destinationNames);
      computations(file.putObject("computedTraits"), "trait", destinationNames);
    }
    return escaped(file.toString());
  }

  /** The JSON in ASCII, which every YAML reader accepts. */
  private static String escaped(String json) {
    StringBuilder escaped = new StringBuilder();
    json.chars()
        .forEach(
            c -> {
              if (c < 0x7F) {
                escaped.append((char) c);
              } else {
                escaped.append("\\u%04x".formatted(c));
              }
            });
    return escaped.toString();
  }

  /** Texts for names; some look like variables. */
  static List<String> names() {
    return NAMES.stream().map(text -> text.replace("$${", "${")).toList();
  }

  private void workspace(ObjectNode workspace) {
    if (sometimes()) {
      workspace.put("name", name());
    }
    if (sometimes()) {
      workspace.put("filteredServerCallsCount", random.nextBoolean());
    }
    if (sometimes()) {
      ArrayNode fields = workspace.putArray("redactedFields");
      fields.add("traits.e: mail").add("*.phone");
    }
    if (sometimes()) {
      ObjectNode notifications = workspace.putObject("notifications");
      if (random.nextBoolean()) {
        notifications.put("url", "https://example.com/ops?a=b");
        notifications.put("sharedSecret", "${env:OPERATORS}");
      }
      if (random.nextBoolean()) {
        notifications.put("failingAfter", random.nextBoolean() ? "60m" : "90m");
      }
    }
  }

  private void source(ObjectNode source) {
    source.put("name", name());
    source.put("type", new String[] {"web", "mobile", "server"}[random.nextInt(3)]);
    if (sometimes()) {
      source.put("enabled", random.nextBoolean());
    }
    if (sometimes()) {
      source.put("rateLimit", 1 + random.nextInt(1_000));
    }
    if (sometimes()) {
      source.put("writeKey", "wk_" + Long.toUnsignedString(random.nextLong(), 36) + "_key");
    }
  }

  private void destination(ObjectNode destination, List<String> names, int number) {
    destination.put("name", name());
    ArrayNode sources = destination.putArray("sources");
    names.stream().filter(name -> random.nextBoolean()).forEach(sources::add);
    for (String field : List.of("enabled", "paused", "acceptsHistorical", "tracing")) {
      if (sometimes()) {
        destination.put(field, random.nextBoolean());
      }
    }
    ObjectNode settings = destination.putObject("settings");
    ArrayNode webhooks = settings.putArray("webhooks");
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      ObjectNode webhook = webhooks.addObject();
      webhook.put(
          "url", "https://example.com/%d/%d?a=b&c=%%20#".formatted(number, i).replace("#", ""));
      if (sometimes()) {
        webhook.putObject("headers").put("X-Odd", "a: 'b' #{c}").put("Authorization", "Bearer x");
      }
    }
    if (sometimes()) {
      settings.put("sharedSecret", "${env:SECRET_%d}".formatted(number));
      settings.put("standardWebhooks", random.nextBoolean());
    }
    if (sometimes()) {
      destination.put("payload", random.nextBoolean() ? "full" : "standard");
    }
    if (sometimes()) {
      destination.put("maxRate", 1 + random.nextInt(100));
      destination.put("maxConcurrency", 1 + random.nextInt(100));
    }
    if (random.nextBoolean()) {
      filters(destination.putArray("filters"));
    }
  }

  private void computations(ObjectNode section, String what, List<String> destinations) {
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      ObjectNode one = section.putObject(what + i);
      one.put("name", "%s %s %d".formatted(name(), what, i));
      if (sometimes()) {
        one.put("key", "%s_key_%d".formatted(what, i));
      }
      if (sometimes()) {
        one.put("enabled", random.nextBoolean());
      }
      if (sometimes()) {
        one.put("sync", random.nextBoolean() ? "realtime" : "90m");
      }
      ArrayNode listed = one.putArray("destinations");
      destinations.stream().filter(name -> random.nextBoolean()).forEach(listed::add);
      ObjectNode definition = one.putObject("definition");
      if (what.equals("trait")) {
        definition.put("kind", "sum").put("property", "a: b.c\\.d");
      } else {
        definition = definition.putArray("any").addObject();
        definition.putObject("count").put("op", "at_least").put("value", random.nextInt(5));
      }
      definition.put("event", text()).put("within", "36h");
      definition
          .putArray("where")
          .addObject()
          .put("property", "p")
          .put("op", "equals")
          .put("value", text());
    }
  }

  private void filters(ArrayNode filters) {
    ObjectNode drop = filters.addObject();
    drop.put("name", name()).put("enabled", random.nextBoolean()).put("action", "drop");
    ArrayNode all = drop.putObject("when").putArray("all");
    all.addObject().putArray("event").add(text()).add("x");
    all.addObject()
        .putObject("not")
        .put("field", "properties.a\\.b")
        .put("op", "equals")
        .put("value", text());
    all.addObject().put("field", "traits.n").put("op", "less_than").put("value", 1.25);
    filters.addObject().put("action", "sample").put("percent", 0.5).put("by", "userId");
    filters
        .addObject()
        .put("action", "keep")
        .putArray("fields")
        .add("context.a: b")
        .add("traits.x");
  }
}
