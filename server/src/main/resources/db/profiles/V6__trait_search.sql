-- The search index of traits. name: the stored key, cut. value: a text, number or truth value as lower-case text, cut, in
-- UTF-8. Rows follow from the traits of their profile, so they need no index by profile.
create table trait_value (
  name text not null,
  value bytea not null,
  profile bigint not null,
  primary key (name, value, profile)
) ${clustered};

-- While profiles of earlier versions are indexed: the last profile that is. The row is deleted at the end.
create table trait_indexing (
  id integer primary key,
  after_profile bigint not null
);

insert into trait_indexing (id, after_profile) values (1, 0);
