/** Settings from file, environment and flags, and the validated records made of them. */
@NullMarked
package io.postrider.server.config;

import org.jspecify.annotations.NullMarked;
