package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.NewSource;
import io.postrider.server.catalog.api.DestinationForm;
import io.postrider.server.catalog.api.SourceForm;
import io.postrider.server.catalog.api.WorkspaceForm;
import io.postrider.server.catalog.definition.ComputationChange;
import io.postrider.server.catalog.definition.ComputationForm;
import io.postrider.server.catalog.definition.ComputationNames;
import io.postrider.server.catalog.workspace.DeclaredFile.ComputationEntry;
import io.postrider.server.catalog.workspace.DeclaredFile.DestinationEntry;
import io.postrider.server.catalog.workspace.DeclaredFile.SourceEntry;
import io.postrider.server.config.DidYouMean;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.FieldMessages;
import io.postrider.server.http.admin.Fields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a workspace file with the forms of the admin API, and collects every mistake with its line
 * and column. Belongs to one thread and one file.
 */
public final class WorkspaceFileForm {

  static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}");
  static final Pattern WRITE_KEY = Pattern.compile("[A-Za-z0-9_-]{8,100}");

  private static final String WORKSPACE = "workspace";
  private static final String EMPTY =
      "the file is empty; add a section such as sources:, or sources: {} for none";
  private static final Set<String> SECTIONS =
      Set.of("sources", "destinations", "audiences", "computedTraits", WORKSPACE);
  private static final LogRange EMPTY_LOG =
      new LogRange(new LogEndOffsets(List.of()), new LogEndOffsets(List.of()));

  private final YamlLocations locations = new YamlLocations();
  private final Set<String> sourceNames = new HashSet<>();
  private final Set<String> writeKeys = new HashSet<>();
  private final Set<String> destinationNames = new HashSet<>();
  private final Map<Object, String> ids = new HashMap<>();

  private WorkspaceFileForm() {}

  /**
   * Reads a text.
   *
   * @throws InvalidWorkspaceFileException if anything is wrong
   */
  static DeclaredFile read(String text, EnvironmentVariables variables) {
    return new WorkspaceFileForm().whole(text, variables);
  }

  /**
   * Checks a text without a catalog.
   *
   * @param audiences keys of undeclared audiences that the file may use
   * @throws InvalidWorkspaceFileException if anything is wrong
   */
  public static void check(
      String text, EnvironmentVariables variables, Collection<String> audiences) {
    DeclaredFile file = read(text, variables);
    DeclaredComputationCheck.of(file, audiences);
    file.locations().check();
  }

  private DeclaredFile whole(String text, EnvironmentVariables variables) {
    JsonNode tree = YamlReader.read(text, locations, variables);
    if (tree == null || !tree.isObject() || tree.isEmpty()) {
      if (locations.isEmpty()) {
        locations.wrong("", tree == null ? EMPTY : notSections(tree));
      }
      throw locations.failure();
    }
    tree.fieldNames().forEachRemaining(this::checkSection);
    List<SourceEntry> sources = entries(tree, "sources", this::source);
    List<DestinationEntry> destinations = entries(tree, "destinations", this::destination);
    List<ComputationEntry> audiences = computations(tree, ComputationKind.AUDIENCE);
    List<ComputationEntry> traits = computations(tree, ComputationKind.TRAIT);
    WorkspaceForm.Change workspace = workspace(tree.get(WORKSPACE));
    locations.check();
    return new DeclaredFile(sources, destinations, audiences, traits, workspace, locations);
  }

  private static String notSections(JsonNode tree) {
    String found =
        switch (tree.getNodeType()) {
          case ARRAY -> "a list";
          case STRING -> "a text";
          case NUMBER -> "a number";
          case BOOLEAN -> "a boolean";
          case OBJECT, NULL, MISSING, BINARY, POJO -> null;
        };
    return found == null
        ? EMPTY
        : "the file is " + found + "; it must be a map of sections such as sources:";
  }

  private void checkSection(String section) {
    if (!SECTIONS.contains(section)) {
      locations.wrong(section, FieldMessages.unknown(section, SECTIONS));
    }
  }

  private WorkspaceForm.@Nullable Change workspace(@Nullable JsonNode tree) {
    if (tree == null) {
      return null;
    }
    if (!tree.isObject()) {
      locations.wrong(WORKSPACE, "must have fields, such as name:; for none, write workspace: {}");
      return null;
    }
    return checked(WORKSPACE, () -> WorkspaceForm.declared(Fields.of(tree)));
  }

  private interface Reading<T> {
    @Nullable T entry(String name, ObjectNode tree);
  }

  private <T> @Nullable List<T> entries(JsonNode tree, String section, Reading<T> reading) {
    JsonNode all = tree.get(section);
    if (all == null) {
      return null;
    }
    List<T> entries = new ArrayList<>();
    if (!all.isObject()) {
      locations.wrong(section, "must be a map; for none, write " + section + ": {}");
      return entries;
    }
    for (Map.Entry<String, JsonNode> member : all.properties()) {
      String path = section + "." + member.getKey();
      if (!NAME.matcher(member.getKey()).matches()) {
        locations.wrong(
            path, "is not a name: use up to 100 letters, digits, and _ . - after the first");
      } else if (!(member.getValue() instanceof ObjectNode fields)) {
        locations.wrong(path, "must have fields, such as name:");
      } else {
        T entry = reading.entry(member.getKey(), fields.deepCopy());
        if (entry != null) {
          entries.add(entry);
        }
      }
    }
    return entries;
  }

  private @Nullable SourceEntry source(String name, ObjectNode tree) {
    String path = "sources." + name;
    sourceNames.add(name);
    SourceId id = id(path, tree.remove("id"), SourceId::parse, "a source");
    String writeKey = writeKey(path, tree.remove("writeKey"));
    NewSource source = checked(path, () -> SourceForm.create(Fields.of(tree)));
    return source == null ? null : new SourceEntry(name, id, source, writeKey);
  }

  private @Nullable DestinationEntry destination(String name, ObjectNode tree) {
    String path = "destinations." + name;
    DestinationId id = id(path, tree.remove("id"), DestinationId::parse, "a destination");
    destinationNames.add(name);
    List<String> sources =
        names(
            path + ".sources",
            tree.remove("sources"),
            DestinationForm.MAX_SOURCES,
            new Named("source", sourceNames, text -> SourceId.parse(text).isPresent()));
    DestinationChange requested = checked(path, () -> DestinationForm.create(Fields.of(tree)));
    if (requested == null) {
      return null;
    }
    Object made =
        checked(path, () -> requested.create(new DestinationId(0), Instant.EPOCH, EMPTY_LOG));
    return made == null ? null : new DestinationEntry(name, id, requested, sources);
  }

  private <T> @Nullable T id(
      String path, @Nullable JsonNode node, Function<String, Optional<T>> parser, String what) {
    if (node == null) {
      return null;
    }
    T id = node.isTextual() ? parser.apply(node.textValue()).orElse(null) : null;
    if (id == null) {
      locations.wrong(path + ".id", "is not the ID of " + what);
      return null;
    }
    String same = ids.putIfAbsent(id, path);
    if (same != null) {
      locations.wrong(path + ".id", "is the ID of " + same);
    }
    return id;
  }

  private @Nullable String writeKey(String path, @Nullable JsonNode node) {
    if (node == null) {
      return null;
    }
    String key = node.isTextual() ? node.textValue() : "";
    if (!WRITE_KEY.matcher(key).matches()) {
      locations.wrong(path + ".writeKey", "must consist of 8 to 100 letters, digits, - and _");
    } else if (!writeKeys.add(key)) {
      locations.wrong(path + ".writeKey", "belongs to another source");
    }
    return key;
  }

  private @Nullable List<ComputationEntry> computations(JsonNode tree, ComputationKind kind) {
    return entries(
        tree, DeclaredFile.section(kind), (name, fields) -> computation(kind, name, fields));
  }

  private @Nullable ComputationEntry computation(
      ComputationKind kind, String name, ObjectNode tree) {
    String path = DeclaredFile.section(kind) + "." + name;
    ComputationId id =
        id(
            path,
            tree.remove("id"),
            text -> ComputationId.parse(kind, text),
            ComputationNames.a(kind));
    List<String> destinations =
        names(
            path + ".destinations",
            tree.remove("destinations"),
            ComputationSettings.MAX_DESTINATIONS,
            new Named(
                "destination", destinationNames, text -> DestinationId.parse(text).isPresent()));
    ComputationChange requested =
        checked(path, () -> ComputationForm.create(Fields.of(tree), kind));
    return requested == null ? null : new ComputationEntry(kind, name, id, requested, destinations);
  }

  /** What a list may contain: names in this file, and IDs. */
  private record Named(String what, Set<String> names, Predicate<String> isId) {

    String unknown(String name) {
      return "is not a %s in this file".formatted(what)
          + DidYouMean.of(name, names).map("; did you mean %s?"::formatted).orElse("");
    }
  }

  private List<String> names(String field, @Nullable JsonNode node, int most, Named named) {
    List<String> names = new ArrayList<>();
    if (node == null) {
      return names;
    }
    if (!node.isArray() || node.size() > most) {
      locations.wrong(field, FieldMessages.items(0, most));
      return names;
    }
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < node.size(); i++) {
      String item = "%s[%d]".formatted(field, i);
      String name = node.get(i).isTextual() ? node.get(i).textValue() : "";
      if (!named.names.contains(name) && !named.isId.test(name)) {
        locations.wrong(item, named.unknown(name));
        continue;
      }
      Integer same = seen.putIfAbsent(name, i);
      if (same != null) {
        locations.wrong(
            item,
            FieldMessages.sameAs(
                "%s[%d]".formatted(field.substring(field.lastIndexOf('.') + 1), same)));
      }
      names.add(name);
    }
    return names;
  }

  private interface Step<T> {
    T take();
  }

  /** Runs a form of the admin API and records its errors. */
  private <T> @Nullable T checked(String path, Step<T> step) {
    try {
      return step.take();
    } catch (ApiException wrong) {
      wrong.errors().forEach(error -> locations.wrong(path + "." + error.field(), error.message()));
      return null;
    }
  }
}
