package io.postrider.server.folder;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A file that was moved out of the way.
 *
 * @param at when; what it held from before is missing since
 * @param name its name now, beside its old one
 */
public record SetAside(DataFile file, Instant at, String name) {

  /** Parses the words of a line of the manifest: the fact, the file, the time, the name. */
  static Optional<SetAside> parse(DataFile file, String[] words) {
    try {
      return words.length == 4
          ? Optional.of(new SetAside(file, Instant.parse(words[2]), words[3]))
          : Optional.empty();
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }
}
