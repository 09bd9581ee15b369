/**
 * The delivery machine: cursor, queue, rounds, retries, breaker and limits of one destination. Pure
 * logic that a driver feeds with records, outcomes and the time.
 */
@NullMarked
package io.postrider.delivery;

import org.jspecify.annotations.NullMarked;
