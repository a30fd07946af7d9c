-- Every row obeys the narrower rule that goes, so the wider one need not read them again.
ALTER TABLE "shop_payment" DROP CONSTRAINT "shop_payment_method";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_payment_method";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_method";--> statement-breakpoint
ALTER TABLE "linked_account" DROP CONSTRAINT "linked_account_method";--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_method";--> statement-breakpoint
ALTER TABLE "customer_fact" DROP CONSTRAINT "customer_fact_payment_method";--> statement-breakpoint
ALTER TABLE "order_fact" DROP CONSTRAINT "order_fact_payment_method";--> statement-breakpoint
ALTER TABLE "subscription_fact" DROP CONSTRAINT "subscription_fact_payment_method";--> statement-breakpoint
ALTER TABLE "settlement_method_fee" DROP CONSTRAINT "settlement_method_fee_method";--> statement-breakpoint
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_payment_method";--> statement-breakpoint
ALTER TABLE "payment_notice" ADD COLUMN "approval_id" text;--> statement-breakpoint
CREATE INDEX "payment_notice_approval" ON "payment_notice" USING btree ("shop_id","created_at") WHERE approval_id is not null;--> statement-breakpoint
ALTER TABLE "shop_payment" ADD CONSTRAINT "shop_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "linked_account" ADD CONSTRAINT "linked_account_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "customer_fact" ADD CONSTRAINT "customer_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_fact" ADD CONSTRAINT "order_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscription_fact" ADD CONSTRAINT "subscription_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "settlement_method_fee" ADD CONSTRAINT "settlement_method_fee_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)) NOT VALID;--> statement-breakpoint
INSERT INTO "shop_payment" ("shop_id", "id", "payment_method_id", "payment_name", "description", "provider_name", "visible", "max_amount", "sort_no")
OVERRIDING SYSTEM VALUE
SELECT s.shop_id, s.last_id + 1, 14, 'あと払い(ペイディ)', 'メールアドレスと携帯電話番号で、お支払いいただけます。ペイディの画面で、SMSに届く認証コードを入力してください。', '株式会社Paidy', false, 300000, s.last_no + 1
FROM (SELECT shop_id, max(id) AS last_id, max(sort_no) AS last_no FROM "shop_payment" GROUP BY shop_id) s;
