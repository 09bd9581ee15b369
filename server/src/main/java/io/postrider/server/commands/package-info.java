/**
 * The subcommands of the program: serve, validate, export, forget, rebuild, reset-cursors,
 * accept-loss.
 */
@NullMarked
package io.postrider.server.commands;

import org.jspecify.annotations.NullMarked;
