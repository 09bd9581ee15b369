/**
 * The delivery state machine: decides what is posted where and when, and tracks the outcome. Pure
 * logic; a driver passes in records, outcomes and the time.
 *
 * <ul>
 *   <li>{@link io.postrider.delivery.DeliveryMachine} has the inputs, {@link
 *       io.postrider.delivery.Effects} the requests to its driver. {@link
 *       io.postrider.delivery.DestinationLimits} holds the limits of a destination: {@code
 *       UrlLimits} with {@code Breaker} and {@code ConcurrencyLimit}, and {@code RoundRateLimit}.
 *   <li>{@code MessageFeed} reads, live or behind, into a {@code WaitingQueue}. {@code
 *       RoundScheduler} starts and ends rounds of {@code OpenDeliveries}, which are indexed by
 *       offset and, in {@code DueHeap}s, by time. {@code DeliveryEnds} ends deliveries. {@code
 *       ReplayFeed} reads for replays.
 *   <li>{@code RetrySchedule} computes retry delays; {@code RetryWindow} (with {@code Holds} and
 *       {@code Pauses}) decides when to give up.
 *   <li>{@code FailureIndex} records undelivered messages. {@code CursorTracker} and {@code
 *       CursorCodec} produce the state that must survive a crash.
 * </ul>
 */
@NullMarked
package io.postrider.delivery;

import org.jspecify.annotations.NullMarked;
