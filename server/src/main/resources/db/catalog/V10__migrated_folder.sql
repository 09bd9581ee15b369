-- The data folder that 'postrider migrate' moves here; one row at most. log: the identity of its log. topics: those of
-- the topics that receive it; empty until they exist. hash_key: the key of the hashes in its records, sealed.
create table migrated_folder (
  id integer primary key,
  log text not null,
  topics text not null,
  hash_key bytea not null,
  finished boolean not null
);
