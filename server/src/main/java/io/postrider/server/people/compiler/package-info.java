/** Compiles definitions to SQL with bound values, for two dialects. */
@NullMarked
package io.postrider.server.people.compiler;

import org.jspecify.annotations.NullMarked;
