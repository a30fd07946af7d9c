CREATE TABLE "journal_export_part" (
	"shop_id" bigint NOT NULL,
	"journal_export_id" bigint NOT NULL,
	"no" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "journal_export_part_shop_id_journal_export_id_no_pk" PRIMARY KEY("shop_id","journal_export_id","no")
);
--> statement-breakpoint
ALTER TABLE "settlement_line" DROP CONSTRAINT "settlement_line_state";--> statement-breakpoint
ALTER TABLE "journal_export_part" ADD CONSTRAINT "journal_export_part_journal_export_id_fk" FOREIGN KEY ("shop_id","journal_export_id") REFERENCES "public"."journal_export"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settlement_line_kept" ON "settlement_line" USING btree ("shop_id","created_at","id") WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX "settlement_line_bank" ON "settlement_line" USING btree ("shop_id","paid_on","amount") WHERE provider = 'bank';--> statement-breakpoint
-- A file that is kept already is one part.
INSERT INTO "journal_export_part" ("shop_id", "journal_export_id", "no", "content")
SELECT "shop_id", "id", 0, "file" FROM "journal_export";--> statement-breakpoint
ALTER TABLE "journal_export" DROP COLUMN "file";--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_state" CHECK (state IN ('matched', 'open', 'kept', 'settled', 'noted', 'taken_back'));--> statement-breakpoint
-- Lines that were left as 仮受金, and still are.
UPDATE "settlement_line" l SET "state" = 'kept'
FROM (
	SELECT "shop_id", split_part("cause", ' ', 2) AS "at" FROM "ledger_entry"
	WHERE "kind" = 'suspense' AND starts_with("cause", 'settlement ') GROUP BY 1, 2 HAVING sum("amount") <> 0
) e
WHERE l."state" = 'settled' AND e."shop_id" = l."shop_id" AND e."at" = l."settlement_file_id" || '-' || l."row";--> statement-breakpoint
-- When a file was first taken was only in the audit log before the column.
UPDATE "transfer_file" f SET "taken_at" = e."at"
FROM (
	SELECT "shop_id", "subject_id", min("created_at") AS "at" FROM "audit_event"
	WHERE "subject" = 'transfer_file' AND "after" ->> 'file' = 'taken' GROUP BY 1, 2
) e
WHERE f."taken_at" IS NULL AND e."shop_id" = f."shop_id" AND e."subject_id" = f."id"::text;
