/**
 * The delivery machine: what is posted where and when, and what became of it. Pure logic that a
 * driver feeds with records, outcomes and the time.
 *
 * <ul>
 *   <li>{@link io.postrider.delivery.DeliveryMachine} has the inputs, {@link
 *       io.postrider.delivery.Effects} is what it asks of its driver, {@link
 *       io.postrider.delivery.Gates} guards the URLs of a destination: {@code UrlGate} with {@code
 *       Breaker} and {@code ConcurrencyLimit}, and {@code RateGate}.
 *   <li>{@code Feeding} reads, live or behind, into a {@code WaitingQueue}; {@code Rounds} starts
 *       and ends rounds of {@code OpenDeliveries}, which are kept by offset and, in {@code
 *       DueHeap}s, by time; {@code Replaying} takes what is sent again.
 *   <li>{@code RetrySchedule} says when to try again, {@code Windows} (with {@code Holds} and
 *       {@code Pauses}) when to give up.
 *   <li>{@code Marks} remembers what ended badly; {@code Flushing} and {@code CursorCodec} write
 *       down what a crash must not forget.
 * </ul>
 */
@NullMarked
package io.postrider.delivery;

import org.jspecify.annotations.NullMarked;
