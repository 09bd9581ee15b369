-- While profiles are built anew: whether the changes that were published before are lost too. Then they are read from
-- the messages in the log that published them.
alter table profile_rebuild add column restores boolean not null default false;
