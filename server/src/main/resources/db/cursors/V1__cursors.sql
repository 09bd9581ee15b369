-- How far deliveries have come. One schema for SQLite and PostgreSQL. Ids are 64 bits.

-- position: every destination whose state is empty has settled all that lies before it.
-- epoch: grows with every owner; whoever writes with an older one is refused.
create table delivery_position (
  log_partition integer primary key,
  log text not null,
  position bigint not null,
  epoch bigint not null
);

create table delivery_cursor (
  destination bigint not null,
  log_partition integer not null,
  state bytea not null,
  primary key (destination, log_partition)
);

-- Deliveries that failed, expired or were cancelled, in stretches of 65,536 offsets.
create table delivery_mark (
  destination bigint not null,
  log_partition integer not null,
  chunk bigint not null,
  content bytea not null,
  primary key (destination, log_partition, chunk)
);
