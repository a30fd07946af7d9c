ALTER TABLE "order_item" ADD COLUMN "set_sku_id" bigint;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "set_name" text;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "set_quantity" integer;--> statement-breakpoint
ALTER TABLE "product_sku" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "product_sku_sets" ON "product_sku" USING btree ("shop_id","id") WHERE parts <> '[]';--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_set_whole" CHECK ((set_sku_id IS NULL) = (set_name IS NULL) AND (set_sku_id IS NULL) = (set_quantity IS NULL) AND set_quantity > 0);--> statement-breakpoint
-- By hand: what is in a set is what is sold under its id.
DROP TRIGGER IF EXISTS "product_sku_revised" ON "product_sku";--> statement-breakpoint
CREATE TRIGGER "product_sku_revised" BEFORE UPDATE ON "product_sku" FOR EACH ROW WHEN (
  (old.product_id, old.product_code, old.sku_parent_item_name1, old.set_item_name1, old.sku_parent_item_name2, old.set_item_name2, old.parts)
  IS DISTINCT FROM
  (new.product_id, new.product_code, new.sku_parent_item_name1, new.set_item_name1, new.sku_parent_item_name2, new.set_item_name2, new.parts)
) EXECUTE FUNCTION raise_sku_revision();
