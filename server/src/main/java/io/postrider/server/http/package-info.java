/** Shared HTTP manners: listening, connections, and how the admin side answers. */
@NullMarked
package io.postrider.server.http;

import org.jspecify.annotations.NullMarked;
