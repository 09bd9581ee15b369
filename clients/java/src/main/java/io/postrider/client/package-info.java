/**
 * The client: {@link io.postrider.client.Postrider} queues calls in memory and sends them in
 * batches from one background thread.
 */
@NullMarked
package io.postrider.client;

import org.jspecify.annotations.NullMarked;
