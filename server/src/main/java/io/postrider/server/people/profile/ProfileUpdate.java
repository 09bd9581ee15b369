package io.postrider.server.people.profile;

import io.postrider.audience.ComputationKind;
import io.postrider.condition.Value;
import io.postrider.profile.Trait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one message says about a profile. It has a user ID, an anonymous ID, or both.
 *
 * @param atMillis when the message's call happened
 * @param seenMillis the same, but not after the message was received
 */
public record ProfileUpdate(
    @Nullable Identity user,
    @Nullable Identity anonymous,
    long atMillis,
    long seenMillis,
    Content content) {

  /** The content of a message. */
  public sealed interface Content {}

  /** The profile was seen; nothing else is stored. */
  public record Seen() implements Content {}

  /**
   * Traits of the profile.
   *
   * @param seq partition and offset of the message
   */
  public record Described(List<Trait> traits, long seq) implements Content {}

  /**
   * An event.
   *
   * @param seq partition and offset of the message
   * @param properties as {@link io.postrider.profile.Flattener} stores them
   * @param sizeBytes counts towards the limit of the profile
   */
  public record Happened(long name, String nameText, long seq, String properties, int sizeBytes)
      implements Content {}

  /**
   * A group that the profile belongs to, and traits of the group.
   *
   * @param seq partition and offset of the message
   */
  public record Joined(Identity group, List<Trait> traits, long seq) implements Content {}

  /** Another ID of the same profile, of either kind. */
  public record Renamed(Identity previousUser, Identity previousAnonymous) implements Content {}

  /**
   * A change of an audience or a computed trait that was published. It says nothing new, unless the
   * published changes were lost.
   *
   * @param computation the ID's bits
   * @param change the number of the change
   */
  public record Published(ComputationKind kind, long computation, Value value, long change)
      implements Content {}

  /**
   * The user is to be erased.
   *
   * @param seq partition and offset of the message
   */
  public record Erased(long seq) implements Content {}
}
