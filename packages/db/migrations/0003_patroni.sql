ALTER TABLE "api_key" ADD COLUMN "written_lsn" "pg_lsn";--> statement-breakpoint
ALTER TABLE "operator_session" ADD COLUMN "written_lsn" "pg_lsn";