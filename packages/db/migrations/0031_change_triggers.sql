-- Every process caches rows of these tables: when a change of one commits, the database tells all of them.
CREATE FUNCTION "notify_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], TG_TABLE_NAME);
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE
  cached record;
  is_elsewhere boolean;
BEGIN
  FOR cached IN
    SELECT 'catalogue' AS channel, unnest(ARRAY[
      'product', 'product_sku', 'product_image', 'product_related', 'category', 'worry', 'product_worry', 'shop', 'shop_content',
      'home_block', 'article', 'voice', 'master_data', 'customer_rank', 'message_text', 'delivery', 'delivery_time', 'delivery_lead',
      'delivery_prefecture_fee', 'shop_payment', 'shop_payment_fee', 'scheduled_change', 'promotion']) AS name
    UNION ALL VALUES ('sandbox_setting', 'sandbox_setting'), ('shop_account', 'shop_account')
  LOOP
    -- Rows that lie on several machines (Citus) are changed there, where nobody listens.
    is_elsewhere := false;
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
      EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass)' INTO is_elsewhere USING cached.name;
    END IF;
    CONTINUE WHEN is_elsewhere;
    EXECUTE format('CREATE TRIGGER notify_change AFTER INSERT%s OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L)',
      CASE WHEN cached.name IN ('product_sku', 'promotion') THEN '' ELSE ' OR UPDATE' END, cached.name, cached.channel);
    -- Every order lowers a stock, and a NOTIFY makes commits wait for each other. So a stock counts only where customers see
    -- the change: in stock, a few left (5 or fewer), sold out.
    IF cached.name = 'product_sku' THEN
      CREATE TRIGGER notify_update AFTER UPDATE ON product_sku FOR EACH ROW WHEN (
        (old.stock > 5, old.stock > 0) IS DISTINCT FROM (new.stock > 5, new.stock > 0)
        OR to_jsonb(old) - 'stock' IS DISTINCT FROM to_jsonb(new) - 'stock'
      ) EXECUTE FUNCTION notify_change('catalogue');
    END IF;
    -- An order that uses a promotion with a limit only counts it, until it is used up.
    IF cached.name = 'promotion' THEN
      CREATE TRIGGER notify_update AFTER UPDATE ON promotion FOR EACH ROW WHEN (
        (old.used >= old.max_uses, old.spent_yen >= old.budget_yen) IS DISTINCT FROM (new.used >= new.max_uses, new.spent_yen >= new.budget_yen)
        OR to_jsonb(old) - '{used,spent_yen}'::text[] IS DISTINCT FROM to_jsonb(new) - '{used,spent_yen}'::text[]
      ) EXECUTE FUNCTION notify_change('catalogue');
    END IF;
  END LOOP;
END $$;
