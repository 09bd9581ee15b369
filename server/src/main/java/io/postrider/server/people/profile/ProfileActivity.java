package io.postrider.server.people.profile;

/**
 * The stored activity of a profile.
 *
 * @param profile its number
 * @param identified whether it has a user ID
 * @param eventBytes the size of its events
 */
public record ProfileActivity(
    long profile,
    boolean identified,
    long firstSeenMillis,
    long lastSeenMillis,
    int events,
    long eventBytes) {}
