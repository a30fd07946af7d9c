CREATE TABLE "watch_entry" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "watch_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"watch_effect" text NOT NULL,
	"reason" text NOT NULL,
	"expires_on" date NOT NULL,
	"operator_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "watch_entry_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "watch_entry_effect" CHECK (watch_effect IN ('hold', 'no_credit', 'no_offers', 'refuse'))
);
--> statement-breakpoint
ALTER TABLE "watch_entry" ADD CONSTRAINT "watch_entry_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "watch_entry_live" ON "watch_entry" USING btree ("shop_id","customer_id") WHERE removed_at IS NULL;--> statement-breakpoint
-- Every process keeps the list, so that an order of a shop without entries costs no query.
DO $$
DECLARE
  is_elsewhere boolean := false;
BEGIN
  -- Rows that lie on several machines (Citus) are changed there, where nobody listens.
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass)' INTO is_elsewhere USING 'watch_entry';
  END IF;
  IF NOT is_elsewhere THEN
    CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON watch_entry
      FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
  END IF;
END $$;
