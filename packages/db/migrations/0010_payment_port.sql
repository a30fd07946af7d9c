ALTER TABLE "inquiry" ADD COLUMN "line_id" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "access_id" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "access_pass" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "approve" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "tran_id" text;--> statement-breakpoint
CREATE INDEX "payment_access_id_index" ON "payment" USING btree ("access_id");