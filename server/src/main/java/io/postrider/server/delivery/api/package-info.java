/** The admin API for deliveries, messages, replays, statistics and tests. */
@NullMarked
package io.postrider.server.delivery.api;

import org.jspecify.annotations.NullMarked;
