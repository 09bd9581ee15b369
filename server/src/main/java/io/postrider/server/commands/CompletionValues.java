package io.postrider.server.commands;

import java.util.Iterator;
import java.util.List;

/** The values that a shell completes for an option or argument. */
final class CompletionValues {

  private CompletionValues() {}

  /** Types of calls. */
  static final class Types implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return List.of("identify", "track", "page", "screen", "group", "alias").iterator();
    }
  }

  /** Outcomes of calls. */
  static final class Outcomes implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return TailCommand.OUTCOMES.iterator();
    }
  }

  /** Formats of files. */
  static final class Formats implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return ImportCommand.FORMATS.iterator();
    }
  }

  /** Shells. */
  static final class Shells implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return CompletionCommand.SHELLS.iterator();
    }
  }
}
