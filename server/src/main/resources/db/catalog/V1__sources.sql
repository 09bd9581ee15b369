-- One schema for SQLite and PostgreSQL. Times are milliseconds since 1970. A name that PostgreSQL's
-- text cannot hold (NUL, lone surrogates) is kept exactly in name_exact, as UTF-16; name is then
-- what people read in SQL.

create table catalog (
  id integer primary key check (id = 1),
  version bigint not null,
  had_source boolean not null
);

insert into catalog (id, version, had_source) values (1, 0, false);

create table source (
  id bigint primary key,
  created_version bigint not null unique,
  name text not null,
  name_exact bytea,
  type text not null,
  enabled boolean not null,
  rate_limit integer,
  created_at bigint not null
);

create table write_key (
  value text primary key,
  source_id bigint not null references source (id) on delete cascade,
  ordinal integer not null,
  created_at bigint not null,
  expires_at bigint,
  unique (source_id, ordinal)
);
