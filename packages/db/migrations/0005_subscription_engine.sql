ALTER TABLE "subscription" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "failed_on" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "retry_on" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "failed_card_seq" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "noticed_for" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "skipped" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "final_cycle" integer;--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD COLUMN "only_cycle" integer;--> statement-breakpoint
CREATE INDEX "subscription_retry" ON "subscription" USING btree ("retry_on") WHERE retry_on is not null;--> statement-breakpoint
CREATE INDEX "subscription_paid_ahead" ON "subscription" USING btree ("next_delivery_date") WHERE final_cycle is not null;