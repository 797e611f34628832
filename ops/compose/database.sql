-- Run once, on an empty volume, by the superuser of the database's image: the role of the service owns its database and is no superuser.
\set password `cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}"`
select length(:'password') >= 16 as is_long_enough \gset
\if :is_long_enough
\else
  do $$ begin raise 'database_password: at least 16 letters and digits are needed'; end $$;
\endif
create role candelabra login password :'password' nosuperuser nocreatedb nocreaterole noreplication;
alter database candelabra owner to candelabra;
-- Of the superuser, who can update it.
create extension if not exists timescaledb;
