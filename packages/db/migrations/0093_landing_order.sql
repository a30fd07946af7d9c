ALTER TABLE "landing_page" ADD COLUMN "payment_method_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "landing_slug" text;--> statement-breakpoint
CREATE INDEX "orders_of_page" ON "orders" USING btree ("shop_id","landing_slug","created_at") WHERE landing_slug is not null;