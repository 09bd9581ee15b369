/**
 * The live debugger: what is accepted from a source and what is turned away, shown as it happens to
 * those who watch. Costs nothing while nobody does.
 */
@NullMarked
package io.postrider.server.debug;

import org.jspecify.annotations.NullMarked;
