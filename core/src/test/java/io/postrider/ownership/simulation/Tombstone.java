package io.postrider.ownership.simulation;

import java.util.List;

/**
 * Hides the messages of a deleted user.
 *
 * @param ends the ends of all partitions at that time; later messages are not hidden
 * @param sinceMillis when the database had it
 */
record Tombstone(int user, List<Long> ends, long sinceMillis) {

  boolean hides(ClusterLog.Message message) {
    return message.user() == user && message.offset() < ends.get(message.partition());
  }
}
