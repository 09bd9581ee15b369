/** The part of the admin API that is about audiences and computed traits, behind ports. */
@NullMarked
package io.postrider.server.control.audience;

import org.jspecify.annotations.NullMarked;
