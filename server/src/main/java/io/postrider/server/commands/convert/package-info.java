/** Turns the configuration of other systems into a workspace file. */
@NullMarked
package io.postrider.server.commands.convert;

import org.jspecify.annotations.NullMarked;
