-- What operators are told about destinations, and the troubles that are not over. One schema for
-- SQLite and PostgreSQL. Times are milliseconds since 1970.

-- sent: waiting, sent, failed or off.
create table notification (
  id bigint primary key,
  at bigint not null,
  kind text not null,
  destination bigint not null,
  destination_name text not null,
  message text not null,
  since bigint not null,
  sent text not null
);

create index notification_sent on notification (sent, id);

-- well_at: since when it delivers again; null while it does not.
create table trouble (
  destination bigint primary key,
  since bigint not null,
  well_at bigint,
  long_told boolean not null
);
