-- Who may do what, who did what, and what is set for the installation as a whole.

-- hash is the token's SHA-256; the token itself is kept nowhere.
create table access_token (
  id bigint primary key,
  created_version bigint not null unique,
  name text not null,
  name_exact bytea,
  role text not null,
  hash bytea not null unique,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint
);

-- notifications_secret is sealed as destination_secret is, bound to the workspace.
create table workspace (
  id integer primary key check (id = 1),
  name text not null,
  name_exact bytea,
  filtered_server_calls_count boolean not null,
  notifications_url text,
  notifications_secret bytea,
  notifications_failing_after bigint not null
);

create table redacted_field (
  ordinal integer primary key,
  field text not null,
  field_exact bytea
);

-- changes is a JSON array in ASCII.
create table audit_entry (
  number bigint primary key,
  at bigint not null,
  actor_id text not null,
  actor_name text not null,
  actor_name_exact bytea,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_name text not null,
  subject_name_exact bytea,
  changes text not null
);

create index audit_entry_subject on audit_entry (subject_id, number);
create index audit_entry_age on audit_entry (at);

-- The number of the newest audit entry; numbers are never given twice.
alter table catalog add column audit_number bigint not null default 0;
