package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.util.List;

/**
 * One try at the URLs of a destination that are due, not given up and free.
 *
 * @param number 1 for a message's first round
 * @param replay whether a replay sends the message again
 * @param record valid only during {@link Effects#post}
 * @param attempts one for each URL that takes part, at least one
 */
public record Round(
    long offset, int number, boolean replay, RecordView record, List<Attempt> attempts) {}
