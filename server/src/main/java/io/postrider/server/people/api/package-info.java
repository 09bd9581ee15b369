/** The admin API for profiles. */
@NullMarked
package io.postrider.server.people.api;

import org.jspecify.annotations.NullMarked;
