ALTER TABLE "picture" ADD COLUMN "shape" text DEFAULT 'goods' NOT NULL;--> statement-breakpoint
-- What was uploaded as a logo and stands in a header.
UPDATE "picture" SET "shape" = 'logo' FROM "shop" WHERE "shop"."id" = "picture"."shop_id" AND "shop"."logo_path" = "picture"."path";--> statement-breakpoint
CREATE INDEX "inquiry_decided" ON "inquiry" USING btree ("shop_id","decision","created_at","id") WHERE kind = 'supplier' and decision is not null;--> statement-breakpoint
CREATE INDEX "audit_event_shop_id_subject_id_created_at_id_index" ON "audit_event" USING btree ("shop_id","subject_id","created_at","id");--> statement-breakpoint
-- Each one, two and three letters that stand together. pg_trgm would not do: it knows no two letters, and in a database with the locale C no
-- Japanese ones. It costs so much that a plan asks the index and does not work it out for each row; as SQL it would be inlined and cost nothing.
CREATE FUNCTION "grams"(words text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN string_to_array(words, NULL) || string_to_array(concat_ws(E'\x01',
    regexp_replace(words, '(..)', E'\\1\x01', 'g'), regexp_replace(substr(words, 2), '(..)', E'\\1\x01', 'g'),
    regexp_replace(words, '(...)', E'\\1\x01', 'g'), regexp_replace(substr(words, 2), '(...)', E'\\1\x01', 'g'),
    regexp_replace(substr(words, 3), '(...)', E'\\1\x01', 'g')), E'\x01');
END $$;--> statement-breakpoint
CREATE INDEX "audit_event_words" ON "audit_event" USING gin (grams(lower((subject_name || E'\n' || operator_name) collate "C")));--> statement-breakpoint
CREATE INDEX "privacy_request_shop_id_kind_due_on_id_index" ON "privacy_request" USING btree ("shop_id","kind","due_on","id");--> statement-breakpoint
CREATE INDEX "stock_event_shop_id_product_sku_id_kind_created_at_id_index" ON "stock_event" USING btree ("shop_id","product_sku_id","kind","created_at","id");--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_shape" CHECK (shape IN ('goods', 'logo'));