/** The subcommands of the program: serve, validate, export, forget, rebuild, reset-cursors. */
@NullMarked
package io.postrider.server.commands;

import org.jspecify.annotations.NullMarked;
