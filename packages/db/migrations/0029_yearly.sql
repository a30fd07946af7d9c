ALTER TABLE "product" ADD COLUMN "lump_sum_rule" text DEFAULT 'refunded' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "lump_sum_fee_rate" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "lump_sum_rule" text DEFAULT 'delivered' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "lump_sum_fee_rate" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "subscription_event_rest" ON "subscription_event" USING btree ("shop_id","id") WHERE (detail -> 'refund') IS NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_lump_sum_rule" CHECK (lump_sum_rule IN ('refunded', 'delivered', 'fee'));--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_lump_sum_fee_rate" CHECK (lump_sum_fee_rate BETWEEN 0 AND 20);--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_lump_sum_rule" CHECK (lump_sum_rule IN ('refunded', 'delivered', 'fee'));--> statement-breakpoint
-- Until now every confirmation said that the rest is delivered; a shop that promises otherwise chooses it.
UPDATE "product" SET "lump_sum_rule" = 'delivered' WHERE "lump_sum_payment_flag";
