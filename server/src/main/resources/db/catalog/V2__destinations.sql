-- Places in the log (from_ends, to_ends) are the ends of its partitions, as numbers with commas between.
-- A span without to_ends still lasts.

create table blocked_event (
  source_id bigint not null references source (id) on delete cascade,
  ordinal integer not null,
  event text not null,
  event_exact bytea,
  primary key (source_id, ordinal)
);

create table destination (
  id bigint primary key,
  created_version bigint not null unique,
  name text not null,
  name_exact bytea,
  paused boolean not null,
  standard_webhooks boolean not null,
  payload text not null,
  accepts_historical boolean not null,
  max_rate integer,
  max_concurrency integer,
  created_at bigint not null
);

-- headers has a line "name: value" for each.
create table webhook (
  destination_id bigint not null references destination (id) on delete cascade,
  ordinal integer not null,
  url text not null,
  headers text not null,
  primary key (destination_id, ordinal)
);

-- sealed is AES-256-GCM under the installation's secrets key, bound to the destination's id.
create table destination_secret (
  destination_id bigint not null references destination (id) on delete cascade,
  ordinal integer not null,
  sealed bytea not null,
  expires_at bigint,
  primary key (destination_id, ordinal)
);

create table enabled_span (
  destination_id bigint not null references destination (id) on delete cascade,
  ordinal integer not null,
  from_ends text not null,
  to_ends text,
  primary key (destination_id, ordinal)
);

-- A source may be gone while its connection is still told: the log holds messages of that time.
create table connection_span (
  destination_id bigint not null references destination (id) on delete cascade,
  place integer not null,
  source_id bigint not null,
  ordinal integer not null,
  from_ends text not null,
  to_ends text,
  primary key (destination_id, source_id, ordinal)
);

create index connection_span_by_source on connection_span (source_id);
