-- Received messages, counted from the log by their receive time: one row for each stretch that is not empty. step is its length in
-- seconds.
create table received_count (
  step integer not null,
  start_at bigint not null,
  messages bigint not null,
  primary key (step, start_at)
);
