ALTER TABLE "settlement_file" DROP CONSTRAINT "settlement_file_state";--> statement-breakpoint
ALTER TABLE "settlement_line" DROP CONSTRAINT "settlement_line_state";--> statement-breakpoint
DROP INDEX "settlement_file_once";--> statement-breakpoint
DROP INDEX "settlement_file_reading";--> statement-breakpoint
ALTER TABLE "settlement_line" ADD COLUMN "settles" integer;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD COLUMN "settles_refund" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_file_once" ON "settlement_file" USING btree ("shop_id","sha256") WHERE state NOT IN ('refused', 'taken_back');--> statement-breakpoint
CREATE INDEX "settlement_file_reading" ON "settlement_file" USING btree ("shop_id","id") WHERE state IN ('reading', 'taking_back');--> statement-breakpoint
ALTER TABLE "settlement_file" ADD CONSTRAINT "settlement_file_state" CHECK (state IN ('asking', 'reading', 'done', 'refused', 'taking_back', 'taken_back'));--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_state" CHECK (state IN ('matched', 'open', 'settled', 'noted', 'taken_back'));