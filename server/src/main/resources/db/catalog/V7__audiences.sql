-- Audiences and computed traits, as people define them; what comes of them is kept elsewhere.
-- kind is audience or trait; they share one namespace of keys. definition is JSON as the admin API
-- writes it. sync_every is in milliseconds, null for realtime. version goes up with the definition.
create table computation (
  id bigint primary key,
  created_version bigint not null unique,
  kind text not null,
  key text not null unique,
  name text not null,
  name_exact bytea,
  enabled boolean not null,
  definition text not null,
  sync_every bigint,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);

create table computation_destination (
  computation_id bigint not null references computation (id) on delete cascade,
  ordinal integer not null,
  destination_id bigint not null references destination (id) on delete cascade,
  primary key (computation_id, ordinal)
);

create index computation_destination_by_destination on computation_destination (destination_id);
