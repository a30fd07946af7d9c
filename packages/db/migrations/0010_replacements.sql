ALTER TABLE "order_item" ADD COLUMN "replaces_item_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaces_order_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replacement_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "goods_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_replaces_item_id_fk" FOREIGN KEY ("shop_id","replaces_item_id") REFERENCES "public"."order_item"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replaces_order_id_fk" FOREIGN KEY ("shop_id","replaces_order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_item_replacing" ON "order_item" USING btree ("shop_id","replaces_item_id") WHERE replaces_item_id is not null;--> statement-breakpoint
CREATE INDEX "orders_replacing" ON "orders" USING btree ("shop_id","replaces_order_id","id") WHERE replaces_order_id is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replacement_kind" CHECK (replacement_kind IN ('resend', 'exchange'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replacement" CHECK ((replaces_order_id IS NULL) = (replacement_kind IS NULL) AND (replaces_order_id IS NULL OR payment_total = 0));