#!/bin/sh
# The first start of the database (docker-entrypoint-initdb.d): the shop's role owns nothing but the tables that it makes.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$KUSHI_PASSWORD" <<'SQL'
create role kushi login nosuperuser nocreatedb nocreaterole noreplication password :'password';
revoke all on database kushi from public;
grant connect, create, temporary on database kushi to kushi;
grant usage, create on schema public to kushi;
SQL
