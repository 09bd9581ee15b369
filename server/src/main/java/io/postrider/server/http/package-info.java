/** The HTTP listener: connections, limits, framing, dispatch. */
@NullMarked
package io.postrider.server.http;

import org.jspecify.annotations.NullMarked;
