package io.postrider.server.commands.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.catalog.workspace.InvalidWorkspaceFileException;
import io.postrider.server.catalog.workspace.WorkspaceDraft;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workspace file made from another system, and what differs from there. One thread. */
public final class Conversion {

  /** The most characters of a displayed name. */
  private static final int MAX_NAME = 100;

  /**
   * Something that is not in the file.
   *
   * @param kind such as {@code source}
   * @param name its name in the other system
   */
  public record LeftOut(String kind, String name, String reason) {

    @Override
    public String toString() {
      return "%s \"%s\": %s".formatted(kind, name, reason);
    }
  }

  /**
   * A difference of something that is in the file.
   *
   * @param kind such as {@code destination}
   */
  public record Note(String kind, String name, String message) {

    @Override
    public String toString() {
      return "%s \"%s\": %s".formatted(kind, name, message);
    }
  }

  private final WorkspaceDraft draft = new WorkspaceDraft();
  private final Map<String, String> namesOfKeys = new HashMap<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();

  /**
   * Converts parsed files.
   *
   * @throws UnknownExportException if they are of no known system
   */
  public static Conversion of(List<JsonNode> files) {
    Conversion conversion = new Conversion();
    if (RudderStackConfig.fits(files)) {
      new RudderStackConfig(conversion).read(files);
    } else if (SegmentExport.fits(files)) {
      new SegmentExport(conversion).read(files);
    } else {
      throw new UnknownExportException();
    }
    return conversion;
  }

  /** Whether a file can be a part of an export. */
  public static boolean isPart(JsonNode file) {
    return RudderStackConfig.isConfig(file) || SegmentExport.isResponse(file);
  }

  /** The files are of no system that can be converted. */
  public static final class UnknownExportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownExportException() {
      super(null, null, false, false);
    }
  }

  /**
   * Adds a source and returns its name in the file; empty if it was left out. Sources with one
   * write key are one source.
   */
  Optional<String> addSource(String name, ObjectNode fields) {
    String key = fields.path("writeKey").asText();
    String earlier = key.isEmpty() ? null : namesOfKeys.get(key);
    if (earlier != null) {
      note(
          "source",
          name,
          "Its write key is that of the source %s, which stands for both.".formatted(earlier));
      return Optional.of(earlier);
    }
    try {
      String added = draft.addSource(named(name, fields));
      namesOfKeys.put(key, added);
      return Optional.of(added);
    } catch (InvalidWorkspaceFileException e) {
      leaveOut("source", name, reason(e));
      return Optional.empty();
    }
  }

  /** Adds a destination, or leaves it out if its fields are not valid here. */
  void addDestination(String name, ObjectNode fields, List<String> sources, boolean signed) {
    try {
      draft.addDestination(named(name, fields), sources, signed);
    } catch (InvalidWorkspaceFileException e) {
      leaveOut("destination", name, reason(e));
    }
  }

  private static ObjectNode named(String name, ObjectNode fields) {
    fields.put("name", name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name);
    return fields;
  }

  private static String reason(InvalidWorkspaceFileException e) {
    return e.mistakes().getFirst().message() + ".";
  }

  void leaveOut(String kind, String name, String reason) {
    leftOut.add(new LeftOut(kind, name, reason));
  }

  void note(String kind, String name, String message) {
    notes.add(new Note(kind, name, message));
  }

  public WorkspaceDraft draft() {
    return draft;
  }

  public List<LeftOut> leftOut() {
    return Collections.unmodifiableList(leftOut);
  }

  public List<Note> notes() {
    return Collections.unmodifiableList(notes);
  }
}
