package io.postrider.bench.torture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks the server what became of messages that did not arrive. */
final class LossReport {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** So many stories are asked for, evenly spread over what is lost. */
  private static final int STORIES = 100;

  private LossReport() {}

  /** Prints how many lost deliveries are in which state, and writes their stories to a file. */
  static void write(TortureNode node, List<String> lost, Path file)
      throws IOException, InterruptedException {
    ObjectNode report = JSON.createObjectNode();
    report.set("destinations", node.admin("GET", "/api/destinations", ""));
    ArrayNode stories = report.putArray("stories");
    Map<String, Integer> states = new TreeMap<>();
    List<String> ids = lost.stream().distinct().toList();
    int step = Math.max(1, ids.size() / STORIES);
    for (int i = 0; i < ids.size(); i += step) {
      JsonNode story = node.admin("GET", "/api/messages/" + ids.get(i) + "/story", "");
      stories.add(story);
      for (JsonNode message : story.required("data")) {
        for (JsonNode destination : message.required("destinations")) {
          states.merge(destination.required("state").asText(), 1, Integer::sum);
        }
      }
    }
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), report);
    System.out.printf("states     %s of %d lost messages%n", states, stories.size());
    System.out.println("           their stories are in " + file);
  }
}
