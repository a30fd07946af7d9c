-- Every row obeys the narrower rule that goes, so the wider one need not read them again.
ALTER TABLE "shop_payment" DROP CONSTRAINT "shop_payment_method";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_payment_method";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_method";--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_state";--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_method";--> statement-breakpoint
ALTER TABLE "customer_fact" DROP CONSTRAINT "customer_fact_payment_method";--> statement-breakpoint
ALTER TABLE "order_fact" DROP CONSTRAINT "order_fact_payment_method";--> statement-breakpoint
ALTER TABLE "subscription_fact" DROP CONSTRAINT "subscription_fact_payment_method";--> statement-breakpoint
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_payment_method";--> statement-breakpoint
ALTER TABLE "shop_payment" ADD COLUMN "pay_within_days" smallint;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "pay_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "slip" jsonb;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_awaited" ON "payment" USING btree ("shop_id","pay_until") WHERE state = 'awaiting';--> statement-breakpoint
ALTER TABLE "shop_payment" ADD CONSTRAINT "shop_payment_pay_within_days" CHECK (pay_within_days BETWEEN 1 AND 14);--> statement-breakpoint
ALTER TABLE "shop_payment" ADD CONSTRAINT "shop_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_state" CHECK (state IN ('intent', 'redirected', 'returned', 'held', 'awaiting', 'authorised', 'failed', 'void_pending', 'voided', 'captured', 'refunded')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "customer_fact" ADD CONSTRAINT "customer_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_fact" ADD CONSTRAINT "order_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscription_fact" ADD CONSTRAINT "subscription_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6)) NOT VALID;--> statement-breakpoint
INSERT INTO "shop_payment" ("shop_id", "id", "payment_method_id", "payment_name", "description", "visible", "max_amount", "pay_within_days", "sort_no")
OVERRIDING SYSTEM VALUE
SELECT shop_id, max(id) + 1, 6, 'コンビニ払い', 'コンビニで現金でお支払いください。ご入金を確認してから、商品をお送りします。', false, 299999, 3, max(sort_no) + 1
FROM "shop_payment" GROUP BY shop_id;
