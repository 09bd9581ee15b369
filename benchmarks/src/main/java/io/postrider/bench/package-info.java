/**
 * The benchmarks: drivers that start the programs under test, measure them and keep the figures.
 */
@NullMarked
package io.postrider.bench;

import org.jspecify.annotations.NullMarked;
