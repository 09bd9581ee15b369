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
 * Whoever computes audiences and computed traits, as the admin API asks it.
 *
 * <p>May be called from any thread; calls block. Where nothing is computed, all but {@link
 * #standings} throw an {@link io.postrider.server.http.admin.ApiException} that says so.
 */
public interface ComputationFigures {

  /** What a computation is doing. */
  enum Status {
    /** It goes through all profiles. */
    COMPUTING,
    /** It is as its profiles are, or as they were at the last sync. */
    LIVE,
    /** It is disabled. */
    PAUSED,
    /** Something is wrong; it is tried again. */
    FAILED;

    /** The name on the wire, such as {@code live}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How it is with a computation.
   *
   * @param size how many users are in it, or have a value; null if that is not known here
   * @param progress from 0 to 1 while it is computing; null otherwise
   * @param lastSyncAt when all profiles were gone through last; null if they never were
   * @param nextSyncAt when that is due again; null if nothing is due
   * @param error what is wrong, in words; null if nothing is
   */
  record Standing(
      Status status,
      @Nullable Long size,
      @Nullable Double progress,
      @Nullable Instant lastSyncAt,
      @Nullable Instant nextSyncAt,
      @Nullable String error) {

    /** All that can be said of a computation by what is set. */
    public static Standing bySettings(Computation computation) {
      return new Standing(
          computation.enabled() ? Status.COMPUTING : Status.PAUSED, null, null, null, null, null);
    }
  }

  /**
   * A user who is in an audience, or has a value.
   *
   * @param value JSON, as it is sent; null for an audience
   * @param since when he came in, or got the value
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Member(
      @JsonProperty String userId,
      @JsonProperty @JsonRawValue @Nullable String value,
      @JsonProperty Instant since) {}

  /** How large a computation was. */
  record Size(@JsonProperty Instant at, @JsonProperty long size) {}

  /** One user of a preview; value is JSON, as it would be sent, or null for an audience. */
  record Sampled(@JsonProperty String userId, @JsonProperty @JsonRawValue @Nullable String value) {}

  /**
   * What a definition would give.
   *
   * @param ofProfiles how many users were looked at, or stand behind the estimate
   * @param exact whether the size was counted, and not estimated
   */
  record Preview(long size, List<Sampled> sample, long ofProfiles, boolean exact) {

    public Preview {
      sample = List.copyOf(sample);
    }
  }

  /** How it is with some, each of which is in the answer; asked before every answer. */
  Map<ComputationId, Standing> standings(Collection<? extends Computation> computations);

  /** Has all profiles gone through as soon as may be; if that is under way already, once more. */
  void sync(Computation computation);

  /** What a definition would give now, with so many users of it at most. */
  Preview preview(ComputationDefinition definition, int sample);

  /**
   * Users who are in an audience or have a value, in an order that stays.
   *
   * @param cursor the next of an earlier page; null for the first
   * @return the page, or nothing if the cursor is not one
   */
  Optional<Page<Member>> members(Computation computation, @Nullable String cursor, int limit);

  /** How large it was, oldest first: at most one for each hour. */
  List<Size> sizes(Computation computation, Instant from, Instant to);
}
