/** The program: its command line, its configuration, and the wiring of all parts. */
@NullMarked
package io.postrider.server;

import org.jspecify.annotations.NullMarked;
