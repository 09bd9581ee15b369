/** The admin API for rejected calls. */
@NullMarked
package io.postrider.server.rejected.api;

import org.jspecify.annotations.NullMarked;
