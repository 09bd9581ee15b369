-- Records that repeat an earlier message, in a log that several nodes append to. Destinations skip them.

create table delivery_duplicate (
  log_partition integer not null,
  log_offset bigint not null,
  primary key (log_partition, log_offset)
);
