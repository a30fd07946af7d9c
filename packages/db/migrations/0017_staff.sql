ALTER TABLE "shipping_decision" ADD COLUMN "held" jsonb;--> statement-breakpoint
ALTER TABLE "shipping_decision" ADD COLUMN "address_wish" jsonb;--> statement-breakpoint
CREATE INDEX "shipping_decision_held" ON "shipping_decision" USING btree ("shop_id","order_id") WHERE held IS NOT NULL;--> statement-breakpoint
-- No longer read. The column stays for now, because processes of the version before run until each is replaced.
ALTER TABLE "customer" ALTER COLUMN "rank_use_flag" SET DEFAULT true;
