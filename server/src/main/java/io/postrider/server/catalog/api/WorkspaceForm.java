package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.catalog.WorkspaceChange;
import io.postrider.server.config.DurationText;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a person asks of the workspace, and names everything that is wrong with it. */
public final class WorkspaceForm {

  static final int LONGEST_NAME = 200;
  static final int LONGEST_FIELD = 200;
  static final Duration SHORTEST_FAILING = Duration.ofMinutes(1);
  static final Duration LONGEST_FAILING = Duration.ofDays(7);

  /** Names with dots between them; a star in front stands for whatever lies above. */
  private static final Pattern FIELD =
      Pattern.compile("(?:\\*\\.)?[^.*\\p{Cntrl}]+(?:\\.[^.*\\p{Cntrl}]+)*");

  private static final String COUNT = "filteredServerCallsCount";
  private static final String NOTIFICATIONS = "notifications";

  private final Fields fields;
  private final boolean whole;
  private final Set<String> stated = new HashSet<>();
  private UnaryOperator<Workspace> change = UnaryOperator.identity();

  private WorkspaceForm(Fields fields, boolean whole) {
    this.fields = fields;
    this.whole = whole;
  }

  /** The body of a PATCH: fields that are left out stay as they are, those of notifications too. */
  static WorkspaceChange change(ApiRequest call) {
    Fields body = Fields.of(call, Set.of("application/json", "application/merge-patch+json"));
    return new WorkspaceForm(body, false).read();
  }

  /**
   * The fields of a workspace that is to be so: those that are left out stay as they are, but
   * notifications are declared whole, and what is left out of them is as it is by default.
   */
  public static WorkspaceChange declared(Fields fields) {
    return new WorkspaceForm(fields, true).read();
  }

  private WorkspaceChange read() {
    also("name", fields.text("name", LONGEST_NAME), Workspace::withName);
    also(COUNT, fields.bool(COUNT), Workspace::withFilteredServerCallsCount);
    also("redactedFields", redactedFields(), Workspace::withRedactedFields);
    Fields inner = fields.object(NOTIFICATIONS);
    if (inner != null) {
      UnaryOperator<Notifications> asked = notifications(inner);
      also(
          NOTIFICATIONS,
          asked,
          (now, edit) ->
              now.withNotifications(edit.apply(whole ? Notifications.NONE : now.notifications())));
    }
    fields.check();
    return new WorkspaceChange(stated, change);
  }

  private @Nullable List<String> redactedFields() {
    List<JsonNode> items = fields.items("redactedFields", 0, Workspace.MAX_REDACTED_FIELDS);
    if (items == null) {
      return null;
    }
    List<String> paths = new ArrayList<>();
    Map<String, Integer> met = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      String place = "redactedFields[%d]".formatted(i);
      String path = items.get(i).isTextual() ? items.get(i).textValue() : "";
      if (path.length() > LONGEST_FIELD || !FIELD.matcher(path).matches()) {
        fields.wrong(
            place,
            "must be a path of at most %d characters such as traits.email, or *.email for any depth"
                .formatted(LONGEST_FIELD));
        continue;
      }
      Integer same = met.putIfAbsent(path, i);
      if (same != null) {
        fields.wrong(place, "is the same as redactedFields[%d]".formatted(same));
      }
      paths.add(path);
    }
    return paths;
  }

  private static UnaryOperator<Notifications> notifications(Fields inner) {
    boolean hasUrl = inner.has("url");
    String url = url(inner);
    JsonNode node = inner.node("sharedSecret");
    String secret =
        node == null || SharedSecretField.isNone(node) ? null : SharedSecretField.read(inner, node);
    Duration failingAfter =
        inner.choice(
            "failingAfter",
            WorkspaceForm::failingAfter,
            "an amount of time such as 30m or 1h, from 1m to 7d");
    return now ->
        new Notifications(
            hasUrl ? url : now.url(),
            node == null ? now.secret() : secret == null ? null : SharedSecret.current(secret),
            failingAfter == null ? now.failingAfter() : failingAfter);
  }

  private static @Nullable String url(Fields inner) {
    JsonNode node = inner.node("url");
    if (node == null || node.isNull()) {
      return null;
    }
    String problem = node.isTextual() ? WebhookUrl.problem(node.textValue()) : "must be a string";
    if (problem != null) {
      inner.wrong("url", problem);
      return null;
    }
    return node.textValue();
  }

  private static Optional<Duration> failingAfter(String text) {
    try {
      return Optional.of(DurationText.duration(text))
          .filter(time -> time.compareTo(SHORTEST_FAILING) >= 0)
          .filter(time -> time.compareTo(LONGEST_FAILING) <= 0)
          .filter(time -> time.toNanosPart() == 0);
    } catch (IllegalArgumentException notTime) {
      return Optional.empty();
    }
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
