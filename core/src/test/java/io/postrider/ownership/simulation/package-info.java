/**
 * A simulation of several nodes around the production claim and delivery machines, in virtual time.
 * One seed decides everything: the log, the group's coordinator, the database, networks, and nodes
 * that are killed, stopped and paused at any step. Invariants are checked at every dispatch, save
 * and release.
 */
@NullMarked
package io.postrider.ownership.simulation;

import org.jspecify.annotations.NullMarked;
