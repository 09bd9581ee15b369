package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A workspace file that grows by one resource at a time, from the configuration of another system.
 * Each resource is checked when it is added, so that the file is always valid. Belongs to one
 * thread.
 */
public final class WorkspaceDraft {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String SOURCES = "sources";
  private static final String DESTINATIONS = "destinations";

  private final ObjectNode sources = NODES.objectNode();
  private final ObjectNode destinations = NODES.objectNode();
  private final ResourceNames sourceNames = new ResourceNames(List.of());
  private final ResourceNames destinationNames = new ResourceNames(List.of());
  private final SecretVariables variables = new SecretVariables();

  /**
   * Adds a source and returns its name in the file.
   *
   * @param fields as in the file; texts are literal
   * @throws InvalidWorkspaceFileException if a field is wrong; then nothing is added
   */
  public String addSource(ObjectNode fields) {
    JsonNode entry = EnvironmentVariables.literal(fields);
    String name = sourceNames.of(entry);
    ObjectNode alone = NODES.objectNode();
    alone.putObject(SOURCES).set(name, entry);
    check(alone);
    sources.set(name, entry);
    return name;
  }

  /**
   * Adds a destination of sources of this file. A variable stands for its shared secret.
   *
   * @param fields as in the file, with {@code settings}; texts are literal
   * @param signed whether it has a shared secret
   * @throws InvalidWorkspaceFileException if a field is wrong; then nothing is added
   */
  public void addDestination(ObjectNode fields, List<String> sourcesOfIt, boolean signed) {
    ObjectNode entry = (ObjectNode) EnvironmentVariables.literal(fields);
    String name = destinationNames.of(entry);
    ObjectNode alone = NODES.objectNode();
    ObjectNode known = alone.putObject(SOURCES);
    ArrayNode list = entry.putArray(SOURCES);
    for (String source : sourcesOfIt) {
      list.add(source);
      known.set(source, sources.get(source));
    }
    alone.putObject(DESTINATIONS).set(name, entry);
    check(alone);
    if (signed) {
      entry.withObject("settings").put("sharedSecret", variables.reference(name));
    }
    destinations.set(name, entry);
  }

  private static void check(ObjectNode file) {
    WorkspaceFileForm.check(YamlWriter.of(file), EnvironmentVariables.any(), List.of());
  }

  public boolean isEmpty() {
    return sources.isEmpty() && destinations.isEmpty();
  }

  /** The variables that must be set before the file is applied. */
  public List<String> variables() {
    return variables.names();
  }

  /** The file as a tree. */
  public JsonNode tree() {
    ObjectNode whole = NODES.objectNode();
    whole.set(SOURCES, sources);
    whole.set(DESTINATIONS, destinations);
    return whole;
  }

  /** The file as YAML, after a comment that lists the variables. */
  public String text() {
    return variables.comment() + YamlWriter.of(tree());
  }
}
