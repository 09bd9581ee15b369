/** The part of the admin API that shows what happens at a source, as it happens. */
@NullMarked
package io.postrider.server.control.watch;

import org.jspecify.annotations.NullMarked;
