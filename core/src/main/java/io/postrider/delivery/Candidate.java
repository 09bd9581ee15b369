package io.postrider.delivery;

import io.postrider.message.RecordView;

/**
 * A message for a destination, read from the log.
 *
 * @param record valid only during the call that receives it; the machine copies what it queues
 */
public record Candidate(long offset, RecordView record) {}
