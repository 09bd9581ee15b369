package io.postrider.server.ledger.index;

import static java.util.Objects.requireNonNull;

import io.postrider.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the entries of messages, and each of their blocks once. Belongs to one query. */
final class StoryReader {

  /** What is known about one message. */
  private static final class Story {

    private final List<LedgerEntry> entries = new ArrayList<>();
    private boolean complete = true;
  }

  private final HeldRuns runs;
  private final List<MessagePosition> messages;
  private final Map<MessagePosition, Story> stories = new LinkedHashMap<>();

  StoryReader(HeldRuns runs, List<MessagePosition> messages) {
    this.runs = runs;
    this.messages = messages;
    messages.forEach(message -> stories.put(message, new Story()));
  }

  /**
   * Reads the blocks.
   *
   * @param maxBlocks the most blocks; a message with entries in others is incomplete
   */
  void read(BlockMatches matches, int maxBlocks) {
    Map<EntryPosition, Set<Long>> wanted = new LinkedHashMap<>();
    stories.forEach(
        (message, story) -> {
          for (EntryPosition block : blocksOf(message)) {
            if (wanted.size() < maxBlocks || wanted.containsKey(block)) {
              wanted.computeIfAbsent(block, _ -> new HashSet<>()).add(message.offset());
            } else {
              story.complete = false;
            }
          }
        });
    Iterator<Map.Entry<EntryPosition, Set<Long>>> blocks = wanted.entrySet().iterator();
    Ahead<Map.Entry<EntryPosition, Set<Long>>, BlockMatches.Found> reads =
        new Ahead<>(
            () -> blocks.hasNext() ? blocks.next() : null,
            next -> matches.ofMessages(next.getKey(), next.getValue()),
            runs.threads());
    for (BlockMatches.Found read = reads.next(); read != null; read = reads.next()) {
      take(read, requireNonNull(wanted.get(read.block())));
    }
  }

  private void take(BlockMatches.Found read, Set<Long> offsets) {
    for (FoundEntry found : read.entries()) {
      story(read.block(), found.entry().offset()).entries.add(found.entry());
    }
    if (!read.readable()) {
      offsets.forEach(offset -> story(read.block(), offset).complete = false);
    }
  }

  private Story story(EntryPosition block, long offset) {
    return story(new MessagePosition(block.partition(), offset));
  }

  private Story story(MessagePosition message) {
    return requireNonNull(stories.get(message));
  }

  private List<EntryPosition> blocksOf(MessagePosition message) {
    List<EntryPosition> blocks = new ArrayList<>();
    if (message.offset() < 0 || message.offset() >= Pairs.MAX_KEY) {
      return blocks;
    }
    int partition = message.partition();
    long first = runs.firstOffset(partition);
    for (Run run : runs.of(partition)) {
      BlockTable table = run.blocks();
      if (table.endOffset() > first) {
        run.blocksOfMessage(message.offset()).stream()
            .filter(block -> table.offset(block) >= first)
            .forEach(
                block ->
                    blocks.add(
                        new EntryPosition(
                            table.appendedMillis(block), partition, table.offset(block), 0)));
      }
    }
    return blocks;
  }

  /** What was read, in the order of the messages. */
  List<MessageEntries> stories() {
    return messages.stream().map(message -> entries(story(message))).toList();
  }

  private static MessageEntries entries(Story story) {
    return new MessageEntries(
        story.entries.stream().sorted(Comparator.comparingLong(LedgerEntry::atMillis)).toList(),
        story.complete);
  }
}
