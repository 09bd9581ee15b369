package io.postrider.server.privacy.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.RegulationStatus;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A regulation as JSON.
 *
 * @param suppressed the number of suppressions it added; null if it does not suppress
 * @param lifted the number of suppressions it lifted; null if it does not lift
 * @param hideNow whether it hides older records; null if it does not delete
 * @param logKeptUntil until when the log usually retains messages from before a deletion
 * @param samplesErasedAt when samples and rejected bodies of a deletion's users were erased; null
 *     before
 * @param samplesDueBy until when they will be erased; null afterwards
 * @param subjectIds the user IDs; null in a list, and for callers that may not see them
 * @param overview the progress at each affected source; null in a list, and if it does not delete
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RegulationView(
    @JsonProperty String id,
    @JsonProperty String regulationType,
    @JsonProperty String subjectType,
    @JsonProperty int subjects,
    @JsonProperty @Nullable List<String> sources,
    @JsonProperty String status,
    @JsonProperty Instant createdAt,
    @JsonProperty AuthorView createdBy,
    @JsonProperty @Nullable Instant endedAt,
    @JsonProperty @Nullable Integer suppressed,
    @JsonProperty @Nullable Integer lifted,
    @JsonProperty @Nullable Boolean hideNow,
    @JsonProperty @Nullable Instant logKeptUntil,
    @JsonProperty @Nullable Instant samplesErasedAt,
    @JsonProperty @Nullable Instant samplesDueBy,
    @JsonProperty @Nullable List<String> subjectIds,
    @JsonProperty @Nullable List<SourceView> overview) {

  /** The author: a token, or {@code root}. */
  record AuthorView(@JsonProperty String id, @JsonProperty String name) {}

  /**
   * The progress of a deletion at one source.
   *
   * @param sent the number of users whose deletes were sent
   */
  record SourceView(
      @JsonProperty String sourceId,
      @JsonProperty String status,
      @JsonProperty int sent,
      @JsonProperty List<DestinationView> destinations) {}

  /**
   * The progress of a deletion at one destination.
   *
   * @param reason the reason of the last failure; null if there was none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DestinationView(
      @JsonProperty String destinationId,
      @JsonProperty String status,
      @JsonProperty long waiting,
      @JsonProperty long delivered,
      @JsonProperty long failed,
      @JsonProperty long cancelled,
      @JsonProperty long expired,
      @JsonProperty @Nullable String reason) {}

  /** A regulation in a list. */
  static RegulationView brief(Regulation regulation, Duration logRetention) {
    return of(regulation, logRetention, null, null);
  }

  /**
   * @param progress null to omit the progress
   */
  static RegulationView of(
      Regulation regulation,
      Duration logRetention,
      @Nullable List<String> subjectIds,
      @Nullable List<RegulationStore.SourceProgress> progress) {
    boolean suppresses = regulation.type().suppresses();
    boolean deletes = regulation.type().deletes();
    return new RegulationView(
        regulation.id().toString(),
        regulation.type().name(),
        "USER_ID",
        regulation.subjects(),
        regulation.sources().isEmpty()
            ? null
            : regulation.sources().stream().map(SourceId::toString).toList(),
        regulation.status().name(),
        regulation.createdAt(),
        new AuthorView(regulation.by().id(), regulation.by().name()),
        regulation.endedAt(),
        suppresses ? (Integer) regulation.changed() : null,
        suppresses || deletes ? null : (Integer) regulation.changed(),
        deletes ? (Boolean) regulation.hides() : null,
        deletes ? regulation.createdAt().plus(logRetention) : null,
        regulation.samplesErasedAt(),
        deletes && regulation.samplesErasedAt() == null
            ? regulation.createdAt().plus(Regulation.SAMPLES_ERASED_WITHIN)
            : null,
        subjectIds,
        deletes && progress != null
            ? progress.stream().map(source -> source(regulation, source)).toList()
            : null);
  }

  private static SourceView source(Regulation regulation, RegulationStore.SourceProgress progress) {
    DeleteCounts all =
        progress.destinations().values().stream().reduce(DeleteCounts.NONE, DeleteCounts::plus);
    boolean sending = progress.sentSubjects() < regulation.subjects();
    return new SourceView(
        progress.source().toString(),
        (sending ? RegulationStatus.RUNNING : all.status()).name(),
        progress.sentSubjects(),
        progress.destinations().entrySet().stream()
            .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
            .map(entry -> destination(entry, sending))
            .toList());
  }

  private static DestinationView destination(
      Map.Entry<DestinationId, DeleteCounts> entry, boolean sending) {
    DeleteCounts counts = entry.getValue();
    return new DestinationView(
        entry.getKey().toString(),
        (sending ? RegulationStatus.RUNNING : counts.status()).name(),
        counts.waiting(),
        counts.delivered(),
        counts.failed(),
        counts.cancelled(),
        counts.expired(),
        counts.reason());
  }
}
