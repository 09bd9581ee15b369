/** People: profiles from the log, audiences and computed traits over them. */
@NullMarked
package io.postrider.server.people;

import org.jspecify.annotations.NullMarked;
