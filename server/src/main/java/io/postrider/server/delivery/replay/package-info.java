/** Replays: sending again what the log still holds. */
@NullMarked
package io.postrider.server.delivery.replay;

import org.jspecify.annotations.NullMarked;
