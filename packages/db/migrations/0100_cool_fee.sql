CREATE TABLE "delivery_cool_fee" (
	"shop_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"pref_id" integer NOT NULL,
	"fee" integer NOT NULL,
	CONSTRAINT "delivery_cool_fee_shop_id_delivery_id_pref_id_pk" PRIMARY KEY("shop_id","delivery_id","pref_id"),
	CONSTRAINT "delivery_cool_fee_pref_id" CHECK (pref_id BETWEEN 1 AND 47),
	CONSTRAINT "delivery_cool_fee_fee" CHECK (fee >= 0)
);
--> statement-breakpoint
ALTER TABLE "bulk_job" DROP CONSTRAINT "bulk_job_kind";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_kind";--> statement-breakpoint
ALTER TABLE "order_credit_item" DROP CONSTRAINT "order_credit_item_kind";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_sum";--> statement-breakpoint
ALTER TABLE "price_offer" ALTER COLUMN "product_sku_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "cool_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day" ADD COLUMN "cool_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cool_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_fact" ADD COLUMN "cool_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "delivery_free_includes_cool" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_offer" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_cool_fee" ADD CONSTRAINT "delivery_cool_fee_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_offer_fees_open" ON "price_offer" USING btree ("shop_id","subscription_id") WHERE settled_at is null and product_sku_id is null;--> statement-breakpoint
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_kind" CHECK (kind IN ('move_dates', 'pause', 'swap_product', 'change_price', 'change_fees', 'cancel', 'mark_delivered', 'send_message'));--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_cool_fee_yen" CHECK (cool_fee >= 0);--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_kind" CHECK (kind IN ('sale', 'discount', 'delivery_fee', 'cool_fee', 'gift_fee', 'payment_fee', 'adjustment', 'return', 'prepaid', 'refund', 'received', 'provider_fee', 'suspense', 'difference'));--> statement-breakpoint
ALTER TABLE "order_credit_item" ADD CONSTRAINT "order_credit_item_kind" CHECK (kind IN ('goods', 'delivery_fee', 'cool_fee', 'gift_fee', 'payment_fee', 'reduction'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts" CHECK (subtotal >= 0 AND discount_amount >= 0 AND delivery_fee >= 0 AND cool_fee >= 0 AND gift_fee >= 0 AND payment_fee >= 0 AND tax_total >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_sum" CHECK (payment_total = subtotal - discount_amount + delivery_fee + cool_fee + gift_fee + payment_fee + adjustment_amount);--> statement-breakpoint
ALTER TABLE "price_offer" ADD CONSTRAINT "price_offer_of" CHECK ((product_sku_id IS NULL) = (terms IS NOT NULL));--> statement-breakpoint
-- Every process caches the fees: when a change of one commits, the database tells all of them.
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_cool_fee" FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
