ALTER TABLE "orders" ADD COLUMN "is_repeat" boolean;--> statement-breakpoint
CREATE INDEX "orders_maybe_first" ON "orders" USING btree ("shop_id","created_at","id") WHERE is_repeat IS NOT true;--> statement-breakpoint
CREATE INDEX "orders_not_looked_at" ON "orders" USING btree ("shop_id","id") WHERE is_repeat IS null;