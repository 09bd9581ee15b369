/**
 * Delivery of messages from the log: event loops that drive one machine per destination and
 * partition.
 */
@NullMarked
package io.postrider.server.delivery;

import org.jspecify.annotations.NullMarked;
