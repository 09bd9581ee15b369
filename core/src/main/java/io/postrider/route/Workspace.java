package io.postrider.route;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is set for the installation as a whole.
 *
 * @param filteredServerCallsCount whether calls of server sources count toward usage although a
 *     filter kept them from every destination
 * @param redactedFields paths such as {@code traits.email}, or {@code *.email} for any depth, whose
 *     values viewers do not see
 */
public record Workspace(
    String name,
    boolean filteredServerCallsCount,
    List<String> redactedFields,
    Notifications notifications) {

  /** How many fields may be redacted. */
  public static final int MOST_REDACTED = 100;

  /** What a new installation starts with. */
  public static final Workspace DEFAULT =
      new Workspace("My workspace", false, List.of(), Notifications.NONE);

  public Workspace {
    redactedFields = List.copyOf(redactedFields);
  }

  /**
   * Who is told when a destination keeps failing.
   *
   * @param url where notifications are posted; null if nowhere
   * @param secret what they are signed with; null if they are not
   * @param failingAfter how long a destination fails before that is said again
   */
  public record Notifications(
      @Nullable String url, @Nullable SharedSecret secret, Duration failingAfter) {

    /** Nobody is told. */
    public static final Notifications NONE = new Notifications(null, null, Duration.ofHours(1));
  }

  public Workspace withName(String that) {
    return new Workspace(that, filteredServerCallsCount, redactedFields, notifications);
  }

  public Workspace withFilteredServerCallsCount(boolean whether) {
    return new Workspace(name, whether, redactedFields, notifications);
  }

  public Workspace withRedactedFields(List<String> those) {
    return new Workspace(name, filteredServerCallsCount, those, notifications);
  }

  public Workspace withNotifications(Notifications those) {
    return new Workspace(name, filteredServerCallsCount, redactedFields, those);
  }
}
