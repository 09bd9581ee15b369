/** Settings from file, environment and flags, validated as records. */
@NullMarked
package io.postrider.server.config;

import org.jspecify.annotations.NullMarked;
