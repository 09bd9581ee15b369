-- Since where in the log the messages for a destination were judged by the same rules: filters,
-- blocked events, whether it wants history. Offsets by partition, joined by commas.

create table delivery_rules (
  destination bigint primary key,
  fingerprint text not null,
  since_ends text not null
);
