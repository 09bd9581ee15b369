package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.util.List;

/**
 * One simultaneous attempt at each URL of a destination that is due and has a free slot.
 *
 * @param number 1 for a message's first round
 * @param record valid only during {@link Effects#post}
 * @param attempts one for each participating URL, at least one
 */
public record Round(
    long offset, int number, boolean replay, RecordView record, List<Attempt> attempts) {}
