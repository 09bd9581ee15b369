package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.catalog.DurationField;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and validates the workspace settings. */
public final class WorkspaceForm {

  static final int MAX_NAME_LENGTH = 200;
  static final int MAX_FIELD_LENGTH = 200;
  static final Duration MIN_FAILING = Duration.ofMinutes(1);
  static final Duration MAX_FAILING = Duration.ofDays(7);

  /** Names separated by dots; a leading star stands for any parents. */
  private static final Pattern FIELD =
      Pattern.compile("(?:\\*\\.)?[^.*\\p{Cntrl}]+(?:\\.[^.*\\p{Cntrl}]+)*");

  private static final String EXPECTED_PATH =
      "must be a path of at most %d characters such as traits.email, or *.email for any depth"
          .formatted(MAX_FIELD_LENGTH);
  private static final String COUNT = "filteredServerCallsCount";
  private static final String NOTIFICATIONS = "notifications";

  /**
   * A change of the workspace.
   *
   * @param fields the names of the changed fields
   */
  public record Change(Set<String> fields, UnaryOperator<Workspace> edit) {

    public Change {
      fields = Set.copyOf(fields);
    }
  }

  private final Fields fields;
  private final boolean whole;
  private final Set<String> stated = new HashSet<>();
  private UnaryOperator<Workspace> change = UnaryOperator.identity();

  private WorkspaceForm(Fields fields, boolean whole) {
    this.fields = fields;
    this.whole = whole;
  }

  /** The body of a PATCH: omitted fields do not change, also within notifications. */
  static Change change(ApiRequest call) {
    Fields body = Fields.of(call, Set.of("application/json", "application/merge-patch+json"));
    return new WorkspaceForm(body, false).read();
  }

  /**
   * The fields of a declared workspace: omitted fields do not change, but omitted fields of
   * notifications get their defaults.
   */
  public static Change declared(Fields fields) {
    return new WorkspaceForm(fields, true).read();
  }

  private Change read() {
    also("name", fields.name("name", MAX_NAME_LENGTH), Workspace::withName);
    also(COUNT, fields.bool(COUNT), Workspace::withFilteredServerCallsCount);
    also(
        "redactedFields",
        fields.distinct(
            "redactedFields", 0, Workspace.MAX_REDACTED_FIELDS, WorkspaceForm::path, EXPECTED_PATH),
        Workspace::withRedactedFields);
    Fields inner = fields.object(NOTIFICATIONS);
    if (inner != null) {
      UnaryOperator<Notifications> requested = notifications(inner);
      also(
          NOTIFICATIONS,
          requested,
          (now, edit) ->
              now.withNotifications(edit.apply(whole ? Notifications.NONE : now.notifications())));
    }
    fields.check();
    return new Change(stated, change);
  }

  private static UnaryOperator<Notifications> notifications(Fields inner) {
    JsonNode urlNode = inner.node("url");
    String url = urlNode == null || urlNode.isNull() ? null : WebhookUrl.read(inner);
    JsonNode node = inner.node("sharedSecret");
    String secret = node == null || node.isNull() ? null : SharedSecretField.read(inner, node);
    Duration failingAfter =
        inner.choice(
            "failingAfter",
            text -> DurationField.parse(text, MIN_FAILING, MAX_FAILING),
            DurationField.expected(MIN_FAILING, MAX_FAILING));
    return now ->
        new Notifications(
            urlNode == null ? now.url() : url,
            node == null ? now.secret() : secret == null ? null : SharedSecret.current(secret),
            failingAfter == null ? now.failingAfter() : failingAfter);
  }

  private static Optional<String> path(String text) {
    return Optional.of(text)
        .filter(path -> path.length() <= MAX_FIELD_LENGTH && FIELD.matcher(path).matches());
  }

  private interface Edit<T> {
    Workspace apply(Workspace workspace, T value);
  }

  private <T> void also(String field, @Nullable T value, Edit<T> edit) {
    if (value != null) {
      stated.add(field);
      UnaryOperator<Workspace> before = change;
      change = now -> edit.apply(before.apply(now), value);
    }
  }
}
