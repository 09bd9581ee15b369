/**
 * Shares of the destination-wide limits that several nodes keep together.
 *
 * <p>{@link io.postrider.server.delivery.limits.NodeShares} is the machine of one node: it asks for
 * shares and knows for how long they hold. {@link io.postrider.server.delivery.limits.ShareTable}
 * decides what a node gets, in the transaction of a {@link
 * io.postrider.server.delivery.limits.ShareStore}; {@code ShareAllocation} divides a limit by what
 * nodes want.
 */
@NullMarked
package io.postrider.server.delivery.limits;

import org.jspecify.annotations.NullMarked;
