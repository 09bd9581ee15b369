/** Delivery statistics: counters, latency histograms, backlog and attempt samples. */
@NullMarked
package io.postrider.server.delivery.stats;

import org.jspecify.annotations.NullMarked;
