-- The program's database and its two roles, for psql as an administrator. What is there already stays; the passwords
-- are set anew. Variables: owner_password and password, by `\set` in what psql reads: arguments are visible to every user.
--   fridge_owner  owns the tables; only `migrate` connects with it
--   fridge        what the program runs as: it reads and writes rows, and changes no table
\set ON_ERROR_STOP on
set log_min_error_statement = panic;
set log_min_duration_statement = -1;
select format('create role %I login', role) from unnest(array['fridge_owner', 'fridge']) as role
where not exists (select from pg_roles where rolname = role) \gexec
alter role fridge_owner password :'owner_password';
alter role fridge password :'password';
select $$create database fridge owner fridge_owner encoding 'UTF8' locale 'C.UTF-8' template template0$$
where not exists (select from pg_database where datname = 'fridge') \gexec
\connect fridge
set client_min_messages = warning;
revoke all on database fridge from public;
grant connect on database fridge to fridge;
revoke all on schema public from public;
grant all on schema public to fridge_owner;
grant usage on schema public to fridge;
-- What migrations make later is the program's to use.
alter default privileges for role fridge_owner grant usage on schemas to fridge;
alter default privileges for role fridge_owner grant select, insert, update, delete on tables to fridge;
alter default privileges for role fridge_owner grant usage, select on sequences to fridge;
alter default privileges for role fridge_owner grant execute on functions to fridge;
-- `fridge ops status` tells the oldest transaction, whoever's it is.
grant pg_read_all_stats to fridge;
