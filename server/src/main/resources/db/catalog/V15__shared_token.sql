-- What the key of secrets derives from the admin token of the node that started last, so that the next one warns if it has another.
-- One row at most.
create table shared_token (
  id integer primary key,
  fingerprint text not null
);
