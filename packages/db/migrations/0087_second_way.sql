ALTER TABLE "billing_attempt" ADD COLUMN "resumed_by" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "second_way" jsonb;--> statement-breakpoint
CREATE INDEX "billing_attempt_resumed" ON "billing_attempt" USING btree ("shop_id","tried_on") WHERE resumed_by is not null;--> statement-breakpoint
ALTER TABLE "billing_attempt" ADD CONSTRAINT "billing_attempt_resumed_by" CHECK (resumed_by IN ('retry', 'second_way', 'act'));