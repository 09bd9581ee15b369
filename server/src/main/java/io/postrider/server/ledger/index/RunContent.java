package io.postrider.server.ledger.index;

import java.util.Iterator;
import java.util.Map;
import java.util.PrimitiveIterator;

/** What {@link RunWriter} writes: a run in memory, or several runs merged. */
interface RunContent {

  BlockTable blocks();

  /** Messages and blocks as {@link Pairs}, ascending; equal ones may repeat. */
  PrimitiveIterator.OfLong messagePairs();

  /** Users and blocks as {@link Pairs}, ascending; equal ones may repeat. */
  PrimitiveIterator.OfLong userPairs();

  /** The kinds in their order. */
  Iterator<Map.Entry<EntryKind, KindPostings>> sortedKinds();
}
