package io.postrider.server.store;

import org.jspecify.annotations.Nullable;

/**
 * What is other than it is kept of one person and one computation.
 *
 * @param before whether the person was in it, or had a value
 * @param after whether that is so now
 * @param sent what destinations are told, as JSON
 * @param stored the value of a computed trait as conditions compare it; null if there is none
 * @param moment the moment beside it, if it is a text that is a time; else null
 */
@SuppressWarnings("ArrayRecordComponent") // read from a row, and never compared
record Difference(
    long profile,
    byte[] userId,
    boolean before,
    boolean after,
    String sent,
    @Nullable String stored,
    @Nullable String moment) {}
