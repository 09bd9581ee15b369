/** The command line, and the wiring of all features. */
@NullMarked
package io.postrider.server;

import org.jspecify.annotations.NullMarked;
