package io.postrider.route;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The workspace settings.
 *
 * @param filteredServerCallsCount whether calls of server sources count toward usage although
 *     filters withheld them from every destination
 * @param redactedFields paths such as {@code traits.email}, or {@code *.email} for any depth, whose
 *     values viewers do not see
 */
public record Workspace(
    String name,
    boolean filteredServerCallsCount,
    List<String> redactedFields,
    Notifications notifications) {

  public static final int MAX_REDACTED_FIELDS = 100;

  public static final Workspace DEFAULT =
      new Workspace("My workspace", false, List.of(), Notifications.NONE);

  public Workspace {
    redactedFields = List.copyOf(redactedFields);
  }

  /**
   * The settings of failure notifications.
   *
   * @param url where notifications are posted; null for none
   * @param secret the signing secret; null for unsigned
   * @param failingAfter how long a destination fails before the reminder
   */
  public record Notifications(
      @Nullable String url, @Nullable SharedSecret secret, Duration failingAfter) {

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
