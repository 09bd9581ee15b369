package io.postrider.message;

/** How much of a message the JSON of a record contains. */
public enum RecordForm {
  /** All members: versions 1 and 2 of the record, which every program reads. */
  WHOLE,

  /** Without times that the header has, too: versions 3 and 4. */
  COMPACT
}
