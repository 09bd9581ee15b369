/** The part of the admin API that tells how much was used. */
@NullMarked
package io.postrider.server.control.usage;

import org.jspecify.annotations.NullMarked;
