/** What operators look at: health, readiness, metrics, logs. */
@NullMarked
package io.postrider.server.ops;

import org.jspecify.annotations.NullMarked;
