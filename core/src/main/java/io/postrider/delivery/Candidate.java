package io.postrider.delivery;

import io.postrider.message.RecordView;

/**
 * A message that is for a destination, read from the log.
 *
 * @param record need not outlive the call it is handed over in: what must wait is copied
 */
public record Candidate(long offset, RecordView record) {}
