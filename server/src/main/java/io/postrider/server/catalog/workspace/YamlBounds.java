package io.postrider.server.catalog.workspace;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * The limits of a workspace file. Checks a text event by event, without a tree and without
 * recursion, before anything else reads it. Pure.
 */
final class YamlBounds {

  static final int MAX_BYTES = 16 << 20;
  static final int MAX_LEVELS = 64;

  /** Maps, lists, keys and scalars, including those that aliases repeat. */
  static final int MAX_VALUES = 1_000_000;

  static final int MAX_ALIASES = 100_000;

  /** The sum of the lengths of all paths, such as {@code sources.shop.name}. */
  static final long MAX_PATH_CHARACTERS = 32L << 20;

  private YamlBounds() {}

  /**
   * Checks the levels, values and aliases of a text.
   *
   * @throws InvalidWorkspaceFileException if there are too many
   * @throws org.snakeyaml.engine.v2.exceptions.YamlEngineException if it is not YAML
   */
  static void check(String text, LoadSettings settings) {
    int level = 0;
    int values = 0;
    int aliases = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> {
          level++;
          values++;
        }
        case MappingEnd, SequenceEnd -> level--;
        case Scalar -> values++;
        case Alias -> aliases++;
        case StreamStart, StreamEnd, DocumentStart, DocumentEnd, Comment -> {}
      }
      if (level > MAX_LEVELS || values > MAX_VALUES || aliases > MAX_ALIASES) {
        throw tooLarge(event.getStartMark().orElse(null));
      }
    }
  }

  static InvalidWorkspaceFileException tooLarge(@Nullable Mark mark) {
    return new InvalidWorkspaceFileException(
        mark == null ? 1 : mark.getLine() + 1,
        mark == null ? 1 : mark.getColumn() + 1,
        "the file is too large: at most %d levels, %,d values and %,d aliases"
            .formatted(MAX_LEVELS, MAX_VALUES, MAX_ALIASES));
  }
}
