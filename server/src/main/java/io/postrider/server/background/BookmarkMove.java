package io.postrider.server.background;

import org.jspecify.annotations.Nullable;

/**
 * A move of a bookmark over some offsets of a partition.
 *
 * @param before the bookmark that must still be stored; null if there was none
 * @param after the new bookmark
 * @param lost how many of the offsets retention had deleted before they were read
 */
public record BookmarkMove(int partition, @Nullable Bookmark before, Bookmark after, long lost) {}
