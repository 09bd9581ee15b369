-- Sessions that ended before they expired. A row may go when the session has expired.
create table ended_session (
  id text primary key,
  expires_at bigint not null
);

create index ended_session_expiry on ended_session (expires_at);
