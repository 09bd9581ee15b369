package io.postrider.server.privacy.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.RegulationType;
import io.postrider.privacy.Tombstones;
import io.postrider.route.Catalog;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.privacy.LiveTombstones;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A new regulation as a caller sent it.
 *
 * @param hides whether to hide older records
 */
record RegulationForm(
    RegulationType type, List<String> subjects, List<SourceId> sources, boolean hides) {
  static final int MAX_SUBJECTS = 5_000;
  static final int MAX_SUBJECT_LENGTH = 500;
  static final int MAX_SOURCES = 20;

  static final int MAX_ERRORS = 100;

  private static final String SUBJECT_TYPE = "USER_ID";

  /** Parses a body and reports all errors. */
  static RegulationForm read(ApiRequest call, Catalog catalog) {
    Fields fields =
        Fields.of(call, Set.of("application/json"))
            .require("regulationType", "subjectType", "subjectIds");
    RegulationType type =
        fields.choice(
            "regulationType",
            RegulationType::parse,
            "DELETE_ONLY, SUPPRESS_ONLY, SUPPRESS_WITH_DELETE or UNSUPPRESS");
    String _ =
        fields.choice(
            "subjectType", text -> Optional.of(text).filter(SUBJECT_TYPE::equals), SUBJECT_TYPE);
    List<String> subjects = subjects(fields);
    List<SourceId> sources = sources(fields, catalog);
    Boolean hideNow = fields.bool("hideNow");
    if (hideNow != null && hideNow && type != null && !type.deletes()) {
      fields.wrong("hideNow", "is allowed only for regulations that delete");
    }
    fields.readOnly("id", "status", "createdAt", "endedAt");
    fields.check();
    return new RegulationForm(
        Objects.requireNonNull(type), subjects, sources, hideNow != null && hideNow);
  }

  private static List<String> subjects(Fields fields) {
    List<JsonNode> items = fields.items("subjectIds", 1, MAX_SUBJECTS);
    Set<String> subjects = new LinkedHashSet<>();
    int wrong = 0;
    for (int i = 0; items != null && i < items.size() && wrong < MAX_ERRORS; i++) {
      JsonNode item = items.get(i);
      String text = item.isTextual() ? item.textValue() : "";
      if (text.isEmpty() || text.codePointCount(0, text.length()) > MAX_SUBJECT_LENGTH) {
        wrong++;
        fields.wrong(
            "subjectIds[%d]".formatted(i),
            "must be a string of 1 to %d characters".formatted(MAX_SUBJECT_LENGTH));
      } else {
        subjects.add(text);
      }
    }
    return List.copyOf(subjects);
  }

  private static List<SourceId> sources(Fields fields, Catalog catalog) {
    List<JsonNode> items = fields.items("sources", 1, MAX_SOURCES);
    List<SourceId> sources = new ArrayList<>();
    for (int i = 0; items != null && i < items.size(); i++) {
      Optional<SourceId> source =
          Optional.of(items.get(i))
              .filter(JsonNode::isTextual)
              .flatMap(item -> SourceId.parse(item.textValue()))
              .filter(id -> catalog.source(id).isPresent());
      if (source.isEmpty()) {
        fields.wrong("sources[%d]".formatted(i), "must be the ID of a source");
      } else if (sources.contains(source.get())) {
        fields.wrong("sources[%d]".formatted(i), "is a duplicate");
      } else {
        sources.add(source.get());
      }
    }
    return sources;
  }

  /** Whether to hide older records; fails if the limit is reached. */
  boolean hides(LiveTombstones tombstones) {
    if (hides && !tombstones.hasRoomFor(subjects.size(), sources)) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED,
          "At most %,d pairs of user and source can be hidden.".formatted(Tombstones.MAX_USERS));
    }
    return hides;
  }

  /**
   * The regulation to store.
   *
   * @param hiddenBefore the offsets up to which it hides records; null for none
   */
  RegulationStore.Order order(
      RegulationId id, @Nullable LogEndOffsets hiddenBefore, Regulation.Author by, Instant now) {
    return new RegulationStore.Order(id, type, subjects, sources, hiddenBefore, by, now);
  }
}
