ALTER TABLE "bulk_job" ADD COLUMN "run_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_payment_name" text;--> statement-breakpoint
CREATE INDEX "bulk_job_planned" ON "bulk_job" USING btree ("run_at") WHERE state = 'checked' AND run_at IS NOT NULL;