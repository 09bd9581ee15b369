/** The audience engine: evaluates definitions and publishes changes to the log. */
@NullMarked
package io.postrider.server.people.audience;

import org.jspecify.annotations.NullMarked;
