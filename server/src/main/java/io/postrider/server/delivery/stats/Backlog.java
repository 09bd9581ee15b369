package io.postrider.server.delivery.stats;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A backlog at one moment, or the largest of a time range.
 *
 * @param messages approximate
 * @param age the age of the oldest waiting message; zero if none waits
 */
public record Backlog(@JsonProperty long messages, @JsonIgnore Duration age) {

  public static final Backlog NONE = new Backlog(0, Duration.ZERO);

  /**
   * The backlog at a time.
   *
   * @param oldestAt when the oldest waiting message was accepted; null if that is unknown
   */
  public static Backlog at(Instant now, long messages, @Nullable Instant oldestAt) {
    boolean known = messages > 0 && oldestAt != null && oldestAt.isBefore(now);
    return new Backlog(messages, known ? Duration.between(oldestAt, now) : Duration.ZERO);
  }

  /** The age in JSON, which an empty backlog does not have. */
  @JsonProperty("ageMillis")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Nullable Duration ageIfAny() {
    return messages == 0 ? null : age;
  }

  public Backlog and(Backlog other) {
    return new Backlog(messages + other.messages, older(other));
  }

  Backlog most(Backlog other) {
    return new Backlog(Math.max(messages, other.messages), older(other));
  }

  private Duration older(Backlog other) {
    return age.compareTo(other.age) >= 0 ? age : other.age;
  }
}
