/**
 * A world in virtual time around the production delivery machine: a log, receivers, a database and
 * a process that may die at any step, all decided by one seed; a model that knows what should have
 * happened; and invariants that compare the two at every step.
 */
@NullMarked
package io.postrider.delivery.simulation;

import org.jspecify.annotations.NullMarked;
