/**
 * A simulation around the production delivery machine in virtual time. One seed decides everything:
 * log, receivers, database, and a process that may die at any step. A model records what should
 * happen, and invariants compare it with what happens at every step.
 */
@NullMarked
package io.postrider.delivery.simulation;

import org.jspecify.annotations.NullMarked;
