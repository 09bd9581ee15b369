/** Shared HTTP manners of the admin side: bounded bodies, problems, headers, blocking endpoints. */
@NullMarked
package io.postrider.server.http;

import org.jspecify.annotations.NullMarked;
