/** Usage: calls and events counted from the log. */
@NullMarked
package io.postrider.server.usage;

import org.jspecify.annotations.NullMarked;
