package io.postrider.server.catalog.definition;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of audiences and computed traits, for the admin API.
 *
 * <p>May be called from any thread; calls block. On a node that does not compute, all methods but
 * {@link #reports} throw an {@link io.postrider.server.http.admin.ApiException}.
 */
public interface ComputationResults {

  enum Status {
    /** A sync is running. */
    COMPUTING,
    /** It is up to date, or as of the last sync. */
    LIVE,
    /** Disabled. */
    PAUSED,
    /** It failed and is retried. */
    FAILED;

    /** The wire name, such as {@code live}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The status of a computation.
   *
   * @param size the number of members; null if unknown on this node
   * @param progress from 0 to 1 during a sync; null otherwise
   * @param lastSyncAt when the last sync ended; null if there was none
   * @param nextSyncAt when the next sync is due; null if none is
   * @param error the failure; null if there is none
   */
  record Report(
      Status status,
      @Nullable Long size,
      @Nullable Double progress,
      @Nullable Instant lastSyncAt,
      @Nullable Instant nextSyncAt,
      @Nullable String error) {

    /** The status by settings only. */
    public static Report bySettings(Computation computation) {
      return new Report(
          computation.enabled() ? Status.COMPUTING : Status.PAUSED, null, null, null, null, null);
    }
  }

  /**
   * A user in an audience, or with a value.
   *
   * @param value JSON as it is sent; null for an audience
   * @param since when the user entered, or got the value
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Member(
      @JsonProperty String userId,
      @JsonProperty @JsonRawValue @Nullable String value,
      @JsonProperty Instant since) {}

  /** The size of a computation at a time. */
  record Size(@JsonProperty Instant at, @JsonProperty long size) {}

  /** A user of a preview; value is JSON as it would be sent, or null for an audience. */
  record Sampled(@JsonProperty String userId, @JsonProperty @JsonRawValue @Nullable String value) {}

  /**
   * The estimated result of a definition.
   *
   * @param ofProfiles the number of users that were evaluated or estimated from
   * @param exact whether the size is counted instead of estimated
   */
  record Preview(long size, List<Sampled> sample, long ofProfiles, boolean exact) {

    public Preview {
      sample = List.copyOf(sample);
    }
  }

  /** The status of each of these computations. */
  Map<ComputationId, Report> reports(Collection<? extends Computation> computations);

  /** Starts a sync as soon as possible; if one is running, another follows. */
  void sync(Computation computation);

  /** Evaluates a definition now, with a sample of users. */
  Preview preview(ComputationDefinition definition, int sample);

  /**
   * The members in a stable order.
   *
   * @param cursor from an earlier page; null for the first
   * @return the page; empty if the cursor is invalid
   */
  Optional<Page<Member>> members(Computation computation, @Nullable String cursor, int limit);

  /** The first members whose user ID starts with a text, in any case. */
  List<Member> find(Computation computation, String userIdPrefix, int limit);

  /** The sizes, oldest first, at most one per hour. */
  List<Size> sizes(Computation computation, Instant from, Instant to);
}
