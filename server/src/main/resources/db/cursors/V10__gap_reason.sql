-- Why the ledger does not have some entries: it could not write them, or their destination was deleted before its messages were read.

alter table ledger_gap add column reason text not null default 'not_written';
