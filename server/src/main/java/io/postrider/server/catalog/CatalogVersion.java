package io.postrider.server.catalog;

/**
 * Identifies a state of the catalog.
 *
 * @param number the number of changes so far
 * @param mark a random number of the last change, different if the database went back to an earlier
 *     state and was then changed in another way
 */
public record CatalogVersion(long number, long mark) {}
