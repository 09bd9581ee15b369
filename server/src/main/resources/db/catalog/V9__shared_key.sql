-- What the key of secrets derives, so that a node with another key is refused. One row at most.
create table shared_key (
  id integer primary key,
  fingerprint text not null
);
