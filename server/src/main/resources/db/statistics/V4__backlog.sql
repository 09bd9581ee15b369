-- What waited for each destination, and for all of them together, looked at once a minute: the most
-- of each minute and of each hour. A destination has a row where anything waited; all together have
-- one for every minute that was looked at. Times are milliseconds since 1970; step is the length of
-- the stretch in seconds; age is that of the oldest message that waited.

create table backlog_sample (
  destination bigint not null,
  step integer not null,
  start_at bigint not null,
  messages bigint not null,
  age_millis bigint not null,
  primary key (destination, step, start_at)
);

create index backlog_sample_age on backlog_sample (step, start_at);

create table backlog_total (
  step integer not null,
  start_at bigint not null,
  messages bigint not null,
  age_millis bigint not null,
  primary key (step, start_at)
);
