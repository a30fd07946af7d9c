ALTER TABLE "order_fact" ADD COLUMN "sold_on" date;--> statement-breakpoint
CREATE INDEX "order_fact_shop_id_sold_on_index" ON "order_fact" USING btree ("shop_id","sold_on");--> statement-breakpoint
CREATE INDEX "subscription_end_reason" ON "subscription" USING btree ("shop_id","end_reason_id","next_delivery_date","id") WHERE end_reason_id is not null;