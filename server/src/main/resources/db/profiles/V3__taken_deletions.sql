-- While profiles are built anew: how far each partition was taken before, and in which log. Deletions up to there have
-- been taken once, so what was concluded of their users since stays. made_from: profiles from this number on are made
-- by the building.
alter table profile_rebuild add column taken bigint not null default 0;
alter table profile_rebuild add column taken_log text not null default '';
alter table profile_rebuild add column made_from bigint not null default 0;
