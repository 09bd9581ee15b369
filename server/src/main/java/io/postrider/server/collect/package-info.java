/** Taking messages in: the tracking API, deduplication, and the way into the log. */
@NullMarked
package io.postrider.server.collect;

import org.jspecify.annotations.NullMarked;
