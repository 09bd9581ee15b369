-- What the ledger does not have of a destination's deliveries, because its disk refused writes.
-- Written together with the cursors that settle them.

create table ledger_gap (
  destination bigint not null,
  log_partition integer not null,
  from_millis bigint not null,
  to_millis bigint not null,
  from_offset bigint not null,
  to_offset bigint not null,
  entries bigint not null,
  primary key (destination, log_partition, from_millis)
);
