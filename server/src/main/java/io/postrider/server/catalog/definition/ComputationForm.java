package io.postrider.server.catalog.definition;

import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationKey;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.SyncSchedule;
import io.postrider.id.DestinationId;
import io.postrider.server.catalog.DurationField;
import io.postrider.server.config.DurationText;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and validates the fields of an audience or a computed trait. */
public final class ComputationForm {

  private static final String REALTIME = "realtime";
  private static final String SYNCS =
      "realtime or " + DurationField.expected(SyncSchedule.MIN_INTERVAL, SyncSchedule.MAX_INTERVAL);
  private static final String KEY = "a key: lower-case letters and digits, with _ between words";
  private static final String[] OURS = {
    "id",
    "status",
    "size",
    "progress",
    "lastSyncAt",
    "nextSyncAt",
    "error",
    "createdAt",
    "updatedAt"
  };

  private final Fields fields;
  private final ComputationKind kind;

  private ComputationForm(Fields fields, ComputationKind kind) {
    this.fields = fields;
    this.kind = kind;
  }

  /** The body of a POST. */
  public static ComputationChange create(ApiRequest call, ComputationKind kind) {
    return create(Fields.of(call, Set.of("application/json")), kind);
  }

  /** The fields of a new or declared one. */
  public static ComputationChange create(Fields fields, ComputationKind kind) {
    ComputationForm form = new ComputationForm(fields.require("name", "definition"), kind);
    String key = fields.choice("key", text -> Optional.of(text).filter(ComputationKey::isKey), KEY);
    return form.read(key, !fields.has("key"));
  }

  /** The body of a PATCH: omitted fields do not change. */
  public static ComputationChange change(ApiRequest call, ComputationKind kind) {
    Fields fields = Fields.of(call, Set.of("application/json", "application/merge-patch+json"));
    fields.refuse("cannot be changed", "key");
    return new ComputationForm(fields, kind).read(null, false);
  }

  /** The body of a preview. */
  public static ComputationDefinition preview(ApiRequest call, ComputationKind kind) {
    Fields fields = Fields.of(call, Set.of("application/json")).require(DefinitionForm.FIELD);
    ComputationDefinition definition = DefinitionForm.read(fields, kind);
    fields.check();
    return Objects.requireNonNull(definition);
  }

  /** A schedule as text. */
  public static String text(SyncSchedule sync) {
    return sync.every() == null ? REALTIME : DurationText.text(sync.every());
  }

  private ComputationChange read(@Nullable String key, boolean keyFromName) {
    String name = fields.name("name", ComputationSettings.MAX_NAME_LENGTH);
    if (keyFromName && name != null && ComputationKey.of(name).isEmpty()) {
      fields.wrong("name", "must contain a letter or a digit for its key");
    }
    Boolean enabled = fields.bool("enabled");
    List<DestinationId> destinations =
        fields.distinct(
            "destinations",
            0,
            ComputationSettings.MAX_DESTINATIONS,
            DestinationId::parse,
            "is not the ID of a destination");
    ComputationDefinition definition = DefinitionForm.read(fields, kind);
    SyncSchedule sync = fields.choice("sync", ComputationForm::sync, SYNCS);
    fields.readOnly(OURS);
    fields.check();
    return new ComputationChange(name, key, enabled, destinations, definition, sync);
  }

  private static Optional<SyncSchedule> sync(String text) {
    if (text.equals(REALTIME)) {
      return Optional.of(SyncSchedule.REALTIME);
    }
    return DurationField.parse(text, SyncSchedule.MIN_INTERVAL, SyncSchedule.MAX_INTERVAL)
        .map(SyncSchedule::new);
  }
}
