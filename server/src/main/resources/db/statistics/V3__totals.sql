-- What happened at all destinations together, and what was taken in, in each minute and each hour.
-- Times are milliseconds since 1970; step is the length of the stretch in seconds.

create table delivery_total (
  step integer not null,
  start_at bigint not null,
  attempts bigint not null,
  delivered bigint not null,
  retried bigint not null,
  failed bigint not null,
  latencies bytea not null,
  primary key (step, start_at)
);

create table intake_count (
  step integer not null,
  start_at bigint not null,
  accepted bigint not null,
  rejected bigint not null,
  primary key (step, start_at)
);
