package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Imports calls, batch by batch, in the order of the input. Belongs to one thread, which it blocks.
 *
 * <p>After each batch, first its rejected lines and then the progress become durable. A crash
 * repeats at most one batch: with the same message IDs, and its rejected lines are replaced.
 */
public final class ImportJob {

  /** The most calls of a batch. */
  public static final int MAX_CALLS = 1_000;

  /** A batch with this size gets no further call, so that it stays within 512,000 bytes. */
  private static final int ENOUGH_BYTES = 400_000;

  private final ImportOrder order;
  private final BatchSender sender;
  private final Consumer<ImportProgress> shown;
  private final Runnable afterStep;
  private final RejectedSink sink;
  private final Consumer<String> notices;

  /** Gets rejected lines where no file does. */
  @FunctionalInterface
  public interface RejectedSink {

    void add(String json);
  }

  /**
   * What to import.
   *
   * @param csv whether the input is CSV and not NDJSON
   * @param type of calls without one, or null
   * @param target the service and source, for the progress file
   * @param progress the progress file; null to keep none
   * @param rejected the file of rejected lines; null to keep none
   * @param batchCalls the most calls of a batch, up to {@link #MAX_CALLS}
   */
  public record ImportOrder(
      boolean csv,
      @Nullable String type,
      String target,
      @Nullable Path progress,
      @Nullable Path rejected,
      int batchCalls) {}

  /**
   * @param shown called after each batch
   * @param sink gets rejected lines if the order names no file
   * @param notices told in a sentence what is odd about the input
   */
  public ImportJob(
      ImportOrder order,
      BatchSender sender,
      Consumer<ImportProgress> shown,
      RejectedSink sink,
      Consumer<String> notices) {
    this(order, sender, shown, sink, notices, () -> {});
  }

  /**
   * @param afterStep called after each step of a batch; tests let the import end there
   */
  ImportJob(
      ImportOrder order,
      BatchSender sender,
      Consumer<ImportProgress> shown,
      RejectedSink sink,
      Consumer<String> notices,
      Runnable afterStep) {
    this.order = order;
    this.sender = sender;
    this.shown = shown;
    this.sink = sink;
    this.notices = notices;
    this.afterStep = afterStep;
  }

  /** Names a service and source without revealing the key. */
  public static String target(String address, String writeKey) {
    byte[] hash = LineInput.sha256().digest(writeKey.getBytes(UTF_8));
    return address.replaceAll("/+$", "") + " " + HexFormat.of().formatHex(hash, 0, 8);
  }

  /** The progress of an earlier run. */
  public ImportProgress earlier() {
    return order.progress() == null
        ? ImportProgress.begin(order.target())
        : ImportProgress.read(order.progress(), order.target());
  }

  /** Imports the rest of an input, from where the last run stopped. */
  public ImportProgress run(ImportInput input) throws InterruptedException {
    ImportProgress progress = earlier();
    LineInput lines = new LineInput(input.stream());
    try (RejectedLines file =
        order.rejected() == null
            ? null
            : RejectedLines.open(order.rejected(), isContinued(), progress.rejectedBytes())) {
      CallReader calls = open(lines, progress, input.name());
      while (true) {
        List<ImportLine.Call> batch = new ArrayList<>();
        List<ImportLine.Broken> broken = new ArrayList<>();
        if (!fill(calls, batch, broken)) {
          return progress;
        }
        List<Rejection> rejections =
            sender.send(batch.stream().map(ImportLine.Call::json).toList());
        afterStep.run();
        for (Rejection one : rejections) {
          ImportLine.Call call = batch.get(one.index());
          broken.add(new ImportLine.Broken(call.number(), call.input(), one.code(), one.message()));
        }
        broken.sort(Comparator.comparingLong(ImportLine.Broken::number));
        if (file != null && !broken.isEmpty()) {
          progress = begun(progress, file);
        }
        keep(file, broken);
        afterStep.run();
        long accepted = batch.size() - (long) rejections.size();
        long size = file == null ? 0 : file.size();
        progress = progress.plus(lines, accepted, broken.size(), size);
        if (order.progress() != null) {
          progress.write(order.progress());
        }
        afterStep.run();
        shown.accept(progress);
      }
    } catch (EOFException | ZipException e) {
      throw new StartException(
          "%s is not a complete gzip file: it ends after line %,d. %s"
              .formatted(input.name(), lines.lines(), imported(progress)));
    } catch (IOException e) {
      throw new StartException(
          "Cannot read %s after line %,d: %s %s"
              .formatted(
                  input.name(),
                  lines.lines(),
                  FileErrorText.ofFile(Path.of(input.name()), e),
                  imported(progress)));
    }
  }

  /** What a run leaves that stops early: lines of the batch that it was reading are not sent. */
  private String imported(ImportProgress progress) {
    String done =
        progress.lines() == 0
            ? "Nothing is imported"
            : String.format(Locale.ROOT, "The first %,d are imported", progress.lines());
    return order.progress() == null
        ? done + "."
        : done + "; run the command again with the repaired file to continue.";
  }

  private boolean isContinued() {
    return order.progress() != null && Files.exists(order.progress());
  }

  /**
   * Says where the rejected lines of a batch begin before they are written, so that after a crash
   * they are known to be of this import.
   */
  private ImportProgress begun(ImportProgress progress, RejectedLines file) throws IOException {
    if (order.progress() == null || (isContinued() && progress.rejectedBytes() == file.size())) {
      return progress;
    }
    ImportProgress begun = progress.withRejectedBytes(file.size());
    begun.write(order.progress());
    return begun;
  }

  private void keep(@Nullable RejectedLines file, List<ImportLine.Broken> broken) {
    if (file != null) {
      file.add(broken);
    } else {
      broken.forEach(line -> sink.add(RejectedLines.line(line)));
    }
  }

  /** Reads a batch; false at the end of the input. */
  private boolean fill(
      CallReader calls, List<ImportLine.Call> batch, List<ImportLine.Broken> broken)
      throws IOException {
    long bytes = 0;
    while (batch.size() + broken.size() < order.batchCalls() && bytes < ENOUGH_BYTES) {
      switch (calls.next()) {
        case null -> {
          return !batch.isEmpty() || !broken.isEmpty();
        }
        case ImportLine.Call call -> {
          batch.add(call);
          bytes += call.json().getBytes(UTF_8).length;
        }
        case ImportLine.Broken line -> broken.add(line);
      }
    }
    return true;
  }

  /** Skips what is imported already, which must be unchanged. */
  private CallReader open(LineInput lines, ImportProgress progress, String name)
      throws IOException {
    CallForm form = new CallForm(order.type());
    CallReader calls = order.csv() ? csv(lines, form) : new NdjsonReader(lines, form);
    boolean same =
        progress.bytes() == 0
            || (lines.skipTo(progress.bytes(), progress.lines())
                && lines.digest().equals(progress.digest()));
    if (!same) {
      throw new StartException(
          ("%s is not the input of the import that %s describes: its first %,d lines differ."
                  + " Name another progress file with --progress to import it whole.")
              .formatted(name, order.progress(), progress.lines()));
    }
    return calls;
  }

  private CallReader csv(LineInput lines, CallForm form) throws IOException {
    CsvReader calls = new CsvReader(lines, form);
    String notice = calls.notice();
    if (notice != null) {
      notices.accept(notice);
    }
    return calls;
  }
}
