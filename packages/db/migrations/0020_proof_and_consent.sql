CREATE TABLE "price_history" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "price_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_sku_id" bigint NOT NULL,
	"price" integer,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_history_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "price_history_price" CHECK (price >= 0)
);
--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_channel";--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "screen" text;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "wording" text;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "card_registration" ADD COLUMN "card_first" text;--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_history_shop_id_product_sku_id_started_at_index" ON "price_history" USING btree ("shop_id","product_sku_id","started_at");--> statement-breakpoint
CREATE INDEX "customer_shop_id_where_did_you_know_created_at_id_index" ON "customer" USING btree ("shop_id","where_did_you_know","created_at","id");--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_channel" CHECK (channel IN ('mail', 'line', 'terms'));--> statement-breakpoint
ALTER TABLE "card_registration" ADD CONSTRAINT "card_registration_first" CHECK (card_first ~ '^[0-9]{4}$');
--> statement-breakpoint
-- What is known of prices charged so far: single orders at today's price, after the last one at another price.
WITH "charged" AS (
  SELECT i.shop_id, i.product_sku_id, i.price, min(o.created_at) AS first_at, max(o.created_at) AS last_at
  FROM "order_item" i JOIN "orders" o ON o.shop_id = i.shop_id AND o.id = i.order_id
  WHERE o.subscription_id IS NULL AND o.replaces_order_id IS NULL
  GROUP BY i.shop_id, i.product_sku_id, i.price
), "since" AS (
  SELECT s.shop_id, s.id, greatest(
    min(c.first_at) FILTER (WHERE c.price = s.price),
    max(c.last_at) FILTER (WHERE c.price <> s.price)
  ) AS at, bool_or(c.price = s.price) AS was_charged
  FROM "product_sku" s LEFT JOIN "charged" c ON c.shop_id = s.shop_id AND c.product_sku_id = s.id
  GROUP BY s.shop_id, s.id
)
INSERT INTO "price_history" ("shop_id", "product_sku_id", "price", "started_at")
SELECT s.shop_id, s.id, CASE WHEN s.visible AND p.visible THEN s.price END,
  CASE WHEN since.was_charged THEN since.at ELSE now() END
FROM "product_sku" s
JOIN "product" p ON p.shop_id = s.shop_id AND p.id = s.product_id
JOIN "since" ON since.shop_id = s.shop_id AND since.id = s.id;
