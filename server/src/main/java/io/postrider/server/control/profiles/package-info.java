/** The part of the admin API that shows people: their profiles, and what they did. */
@NullMarked
package io.postrider.server.control.profiles;

import org.jspecify.annotations.NullMarked;
