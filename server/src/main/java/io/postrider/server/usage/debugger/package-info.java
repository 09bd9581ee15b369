/** The live debugger: sessions that watch the messages of a source. */
@NullMarked
package io.postrider.server.usage.debugger;

import org.jspecify.annotations.NullMarked;
