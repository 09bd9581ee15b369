/** Replays: orders, status and their store. */
@NullMarked
package io.postrider.server.delivery.replay;

import org.jspecify.annotations.NullMarked;
