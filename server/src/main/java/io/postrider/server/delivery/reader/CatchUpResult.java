package io.postrider.server.delivery.reader;

import io.postrider.delivery.Candidate;
import java.util.List;

/**
 * What was found for a destination that is behind.
 *
 * @param from where it looked from; later than was asked if retention has taken what was there
 * @param to the offset it has come to: what lies before it is found or not for the destination
 * @param found in order; they keep their blocks in memory, so nobody should hold them for long
 */
public record CatchUpResult(long from, long to, List<Candidate> found) {}
