/** What is counted of all that comes in, so that it survives restarts. */
@NullMarked
package io.postrider.server.insight;

import org.jspecify.annotations.NullMarked;
