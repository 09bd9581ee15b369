/** The admin API for usage, event schemas and the debugger. */
@NullMarked
package io.postrider.server.usage.api;

import org.jspecify.annotations.NullMarked;
