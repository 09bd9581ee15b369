package io.postrider.server.people.profile;

/**
 * What is kept of a profile's activity.
 *
 * @param profile its number
 * @param identified whether it is of a user
 * @param eventBytes what its events count together
 */
public record ProfileActivity(
    long profile,
    boolean identified,
    long firstSeenMillis,
    long lastSeenMillis,
    int events,
    long eventBytes) {}
