package io.postrider.server.delivery.reader;

import io.postrider.delivery.Candidate;
import java.util.List;

/**
 * The result of a catch-up request.
 *
 * @param from the start of the scan; later than requested if retention has deleted records
 * @param to the end of the scan; records before it are found or not for the destination
 * @param found in order; the records hold their blocks in memory, so do not store them
 */
public record CatchUpResult(long from, long to, List<Candidate> found) {}
