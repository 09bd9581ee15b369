package io.postrider.server.people.sql;

import org.jspecify.annotations.Nullable;

/**
 * What is other than it is kept of one person and one computation.
 *
 * @param before whether the person was in it, or had a value
 * @param after whether that is so now
 * @param sent what destinations are told, as JSON; null if there is nothing to tell, because a
 *     value is gone
 * @param stored the value of a computed trait as conditions compare it; null if there is none
 * @param moment the moment beside it, if it is a text that is a time; else null
 */
@SuppressWarnings("ArrayRecordComponent") // read from a row, and never compared
record MembershipDifference(
    long profile,
    byte[] userId,
    boolean before,
    boolean after,
    @Nullable String sent,
    @Nullable String stored,
    @Nullable String moment) {

  /** Of somebody who was in an audience and is not any more, or the other way round. */
  static MembershipDifference ofMember(long profile, byte[] userId, boolean before) {
    return new MembershipDifference(
        profile, userId, before, !before, Boolean.toString(!before), null, null);
  }
}
