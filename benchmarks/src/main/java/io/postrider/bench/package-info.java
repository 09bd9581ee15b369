/**
 * The benchmarks: programs that start the processes under test, measure them and store the figures.
 */
@NullMarked
package io.postrider.bench;

import org.jspecify.annotations.NullMarked;
