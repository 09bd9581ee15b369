-- When the samples of its users were erased from the ledger and the rejected calls; null before.
-- samples_swept: whether nothing is left to erase, also no entry of its own deletes.
alter table regulation add column samples_erased_at bigint;
alter table regulation add column samples_swept boolean not null default false;

update regulation set samples_swept = true where type in ('SUPPRESS_ONLY', 'UNSUPPRESS');

create index regulation_swept on regulation (samples_swept, number);
