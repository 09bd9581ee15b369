/**
 * The ledger: what became of each delivery. Delivery loops record entries; a flush makes them
 * durable before it saves the cursors that settle them.
 */
@NullMarked
package io.postrider.server.ledger;

import org.jspecify.annotations.NullMarked;
