/**
 * The torture suite: runs the real server under load, injects faults drawn from one seed, and
 * compares what was accepted with what was delivered.
 */
@NullMarked
package io.postrider.bench.torture;

import org.jspecify.annotations.NullMarked;
