package io.postrider.server.people.profile;

import io.postrider.profile.Trait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one message says of somebody. There is a user or an anonymous id, or both.
 *
 * @param atMillis when what it tells of happened
 * @param seenMillis when the person was seen: the same, but never after it was received
 */
public record ProfileUpdate(
    @Nullable Identity user,
    @Nullable Identity anonymous,
    long atMillis,
    long seenMillis,
    Content content) {

  /** What is said. */
  public sealed interface Content {}

  /** That the person was there, and nothing that is kept. */
  public record Seen() implements Content {}

  /**
   * Traits of the person.
   *
   * @param seq where it is said: partition and offset
   */
  public record Described(List<Trait> traits, long seq) implements Content {}

  /**
   * That something happened.
   *
   * @param seq what tells it from others of the same name and time: partition and offset
   * @param properties as {@link io.postrider.profile.Flattener} stores them
   * @param sizeBytes what it counts towards the bound of its person
   */
  public record Happened(long name, String nameText, long seq, String properties, int sizeBytes)
      implements Content {}

  /**
   * That the person belongs to a group, and traits of that group.
   *
   * @param seq where it is said: partition and offset
   */
  public record Joined(Identity group, List<Trait> traits, long seq) implements Content {}

  /** That the person is the same as one who went by another id, of whichever kind. */
  public record Renamed(Identity previousUser, Identity previousAnonymous) implements Content {}

  /**
   * That everything about the user is to be erased.
   *
   * @param seq what tells it from others: partition and offset
   */
  public record Erased(long seq) implements Content {}
}
