-- Whoever keeps a copy of the catalogue hears on channel `catalogue` that a table has changed; the payload is its name.
-- A row a trigger, and only for rows that really change: equal messages of a transaction are sent once anyway.
CREATE FUNCTION "notify_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], TG_TABLE_NAME);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "product_added" AFTER INSERT OR DELETE ON "product" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "product_changed" AFTER UPDATE ON "product" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "product_image_added" AFTER INSERT OR DELETE ON "product_image" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "product_image_changed" AFTER UPDATE ON "product_image" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "product_related_changed" AFTER INSERT OR DELETE OR UPDATE ON "product_related" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "worry_changed" AFTER INSERT OR DELETE OR UPDATE ON "worry" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "product_worry_changed" AFTER INSERT OR DELETE OR UPDATE ON "product_worry" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "category_added" AFTER INSERT OR DELETE ON "category" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "category_changed" AFTER UPDATE ON "category" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_added" AFTER INSERT OR DELETE ON "shop" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_changed" AFTER UPDATE ON "shop" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_content_added" AFTER INSERT OR DELETE ON "shop_content" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_content_changed" AFTER UPDATE ON "shop_content" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "home_block_changed" AFTER INSERT OR DELETE OR UPDATE ON "home_block" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "article_changed" AFTER INSERT OR DELETE OR UPDATE ON "article" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_added" AFTER INSERT OR DELETE ON "delivery" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_changed" AFTER UPDATE ON "delivery" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_time_added" AFTER INSERT OR DELETE ON "delivery_time" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_time_changed" AFTER UPDATE ON "delivery_time" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_lead_added" AFTER INSERT OR DELETE ON "delivery_lead" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_lead_changed" AFTER UPDATE ON "delivery_lead" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_payment_added" AFTER INSERT OR DELETE ON "shop_payment" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_payment_changed" AFTER UPDATE ON "shop_payment" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_payment_fee_added" AFTER INSERT OR DELETE ON "shop_payment_fee" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "shop_payment_fee_changed" AFTER UPDATE ON "shop_payment_fee" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "customer_rank_added" AFTER INSERT OR DELETE ON "customer_rank" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "customer_rank_changed" AFTER UPDATE ON "customer_rank" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "master_data_added" AFTER INSERT OR DELETE ON "master_data" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "master_data_changed" AFTER UPDATE ON "master_data" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
-- Every order lowers a stock, and a NOTIFY makes commits wait for each other. So the stock counts only where a customer
-- sees it change: in stock, a few left (5 and less), sold out.
CREATE TRIGGER "product_sku_added" AFTER INSERT OR DELETE ON "product_sku" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "product_sku_changed" AFTER UPDATE ON "product_sku" FOR EACH ROW WHEN (
  (old.stock > 5, old.stock > 0) IS DISTINCT FROM (new.stock > 5, new.stock > 0)
  OR to_jsonb(old) - 'stock' IS DISTINCT FROM to_jsonb(new) - 'stock'
) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "sandbox_setting_added" AFTER INSERT OR DELETE ON "sandbox_setting" FOR EACH ROW EXECUTE FUNCTION notify_change('sandbox_setting');--> statement-breakpoint
CREATE TRIGGER "sandbox_setting_changed" AFTER UPDATE ON "sandbox_setting" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('sandbox_setting');
--> statement-breakpoint
-- The trail of the operators is only ever added to.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_event_kept" BEFORE UPDATE OR DELETE ON "audit_event" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "delivery_prefecture_fee_added" AFTER INSERT OR DELETE ON "delivery_prefecture_fee" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "delivery_prefecture_fee_changed" AFTER UPDATE ON "delivery_prefecture_fee" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
-- What is sold under an id has changed: a cart that holds the older revision is told. Prices and stock are told otherwise.
CREATE FUNCTION "raise_sku_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.revision := greatest(new.revision, old.revision + 1);
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "product_sku_revised" BEFORE UPDATE ON "product_sku" FOR EACH ROW WHEN (
  (old.product_id, old.product_code, old.sku_parent_item_name1, old.set_item_name1, old.sku_parent_item_name2, old.set_item_name2)
  IS DISTINCT FROM
  (new.product_id, new.product_code, new.sku_parent_item_name1, new.set_item_name1, new.sku_parent_item_name2, new.set_item_name2)
) EXECUTE FUNCTION raise_sku_revision();--> statement-breakpoint
-- Every process knows the next moment at which something changes.
CREATE TRIGGER "scheduled_change_added" AFTER INSERT OR DELETE ON "scheduled_change" FOR EACH ROW EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "scheduled_change_changed" AFTER UPDATE ON "scheduled_change" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('catalogue');--> statement-breakpoint
-- Every process keeps the ports that are made of a shop's accounts.
CREATE TRIGGER "shop_account_added" AFTER INSERT OR DELETE ON "shop_account" FOR EACH ROW EXECUTE FUNCTION notify_change('shop_account');--> statement-breakpoint
CREATE TRIGGER "shop_account_changed" AFTER UPDATE ON "shop_account" FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_change('shop_account');
