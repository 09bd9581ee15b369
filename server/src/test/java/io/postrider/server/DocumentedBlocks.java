package io.postrider.server;

import io.postrider.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The fenced blocks of the README and the documents. */
final class DocumentedBlocks {

  /** Blocks may be indented, as parts of a list. */
  private static final Pattern BLOCK =
      Pattern.compile("^( *)```([^\\n]*)\\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern COMMAND =
      Pattern.compile(
          "^(?:\\./\\w|postrider |curl |mvn |build/|useradd |systemctl |source |zcat )",
          Pattern.MULTILINE);

  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w+(?:Test|IT)\\b");

  private DocumentedBlocks() {}

  /**
   * A block.
   *
   * @param label what follows the backticks
   */
  record Block(String document, int line, String label, String text) {

    String language() {
      return label.split(" ", 2)[0];
    }

    boolean isRun() {
      return label.equals("sh run");
    }

    /** Why it is not run; empty if the block does not say. */
    String reason() {
      return label.startsWith("sh not run: ") ? label.substring("sh not run: ".length()) : "";
    }

    boolean hasCommands() {
      return language().equals("sh") || COMMAND.matcher(text).find();
    }

    List<String> namedTests() {
      return TEST.matcher(reason()).results().map(found -> found.group()).toList();
    }

    @Override
    public String toString() {
      return document + ":" + line;
    }
  }

  /**
   * The blocks of all documents for users; those for developers are not commands of the program.
   */
  static List<Block> all() {
    List<Block> blocks = new ArrayList<>(of("README.md"));
    try (Stream<Path> documents = Files.list(RepositoryFiles.ROOT.resolve("docs"))) {
      documents
          .map(path -> "docs/" + path.getFileName())
          .filter(name -> name.endsWith(".md"))
          .filter(name -> !name.matches("docs/(testing|benchmarks)\\.md"))
          .sorted()
          .forEach(name -> blocks.addAll(of(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return blocks;
  }

  /** The blocks of one document. */
  static List<Block> of(String document) {
    String page = RepositoryFiles.read(RepositoryFiles.ROOT.resolve(document));
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(page);
    while (matcher.find()) {
      int line = (int) page.substring(0, matcher.start()).lines().count() + 1;
      String text = matcher.group(3).replaceAll("(?m)^" + matcher.group(1), "");
      blocks.add(new Block(document, line, matcher.group(2), text));
    }
    return blocks;
  }

  /** Whether the server has a test class of this name. */
  static boolean testExists(String name) {
    try (Stream<Path> all = Files.walk(RepositoryFiles.ROOT.resolve("server/src/test/java"))) {
      return all.anyMatch(path -> path.endsWith(name + ".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
