-- How many partitions the topic of a log had when the first node used it. A topic may get more, which would move users.
create table log_partitions (
  log text primary key,
  partitions integer not null
);
