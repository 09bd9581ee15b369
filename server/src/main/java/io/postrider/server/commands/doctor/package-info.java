/** Checks of a machine and its configuration: what is wrong, and what to do. */
@NullMarked
package io.postrider.server.commands.doctor;

import org.jspecify.annotations.NullMarked;
