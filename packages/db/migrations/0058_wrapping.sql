ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_kind";--> statement-breakpoint
ALTER TABLE "order_credit_item" DROP CONSTRAINT "order_credit_item_kind";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_sum";--> statement-breakpoint
ALTER TABLE "sales_day" ADD COLUMN "gift_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wrapping" jsonb;--> statement-breakpoint
ALTER TABLE "order_fact" ADD COLUMN "gift_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "wrapping_offer" jsonb DEFAULT '{"wraps":[],"noshi":[],"card_fee":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_kind" CHECK (kind IN ('sale', 'discount', 'delivery_fee', 'gift_fee', 'payment_fee', 'adjustment', 'return', 'prepaid', 'refund', 'received', 'provider_fee', 'suspense', 'difference'));--> statement-breakpoint
ALTER TABLE "order_credit_item" ADD CONSTRAINT "order_credit_item_kind" CHECK (kind IN ('goods', 'delivery_fee', 'gift_fee', 'payment_fee', 'reduction'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts" CHECK (subtotal >= 0 AND discount_amount >= 0 AND delivery_fee >= 0 AND gift_fee >= 0 AND payment_fee >= 0 AND tax_total >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_sum" CHECK (payment_total = subtotal - discount_amount + delivery_fee + gift_fee + payment_fee + adjustment_amount);