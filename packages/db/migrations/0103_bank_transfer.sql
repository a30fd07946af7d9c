-- Every row obeys the narrower rules that go, so the wider ones need not read them again.
CREATE TABLE "payment_transfer" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"transfer_key" text NOT NULL,
	"amount" integer NOT NULL,
	"remitter_name" text NOT NULL,
	"transferred_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_transfer_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "payment_transfer_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "settlement_method_fee" (
	"shop_id" bigint NOT NULL,
	"payment_method_id" smallint NOT NULL,
	"fee_rate" numeric(6, 3),
	"fee_fixed" integer DEFAULT 0 NOT NULL,
	"fee_tax" text NOT NULL,
	CONSTRAINT "settlement_method_fee_shop_id_payment_method_id_pk" PRIMARY KEY("shop_id","payment_method_id"),
	CONSTRAINT "settlement_method_fee_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)),
	CONSTRAINT "settlement_method_fee_rate" CHECK (fee_rate BETWEEN 0 AND 100),
	CONSTRAINT "settlement_method_fee_tax" CHECK (fee_tax IN ('exempt', 'included', 'added'))
);
--> statement-breakpoint
ALTER TABLE "shop_payment" DROP CONSTRAINT "shop_payment_method";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_payment_method";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_method";--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_captured_amount";--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_method";--> statement-breakpoint
ALTER TABLE "customer_fact" DROP CONSTRAINT "customer_fact_payment_method";--> statement-breakpoint
ALTER TABLE "order_fact" DROP CONSTRAINT "order_fact_payment_method";--> statement-breakpoint
ALTER TABLE "subscription_fact" DROP CONSTRAINT "subscription_fact_payment_method";--> statement-breakpoint
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_payment_method";--> statement-breakpoint
ALTER TABLE "payment_transfer" ADD CONSTRAINT "payment_transfer_payment_id_fk" FOREIGN KEY ("shop_id","payment_id") REFERENCES "public"."payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_transfer" ADD CONSTRAINT "payment_transfer_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_method_fee" ADD CONSTRAINT "settlement_method_fee_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_transfer_shop_id_payment_id_transfer_key_index" ON "payment_transfer" USING btree ("shop_id","payment_id","transfer_key");--> statement-breakpoint
CREATE INDEX "payment_transfer_shop_id_order_id_index" ON "payment_transfer" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "payment_short" ON "payment" USING btree ("shop_id","id") WHERE state = 'awaiting' AND captured_amount > 0;--> statement-breakpoint
ALTER TABLE "shop_payment" ADD CONSTRAINT "shop_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_captured_amount" CHECK (captured_amount BETWEEN 0 AND amount OR (captured_amount > amount AND coalesce(payment_method_id IN (7), false))) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "customer_fact" ADD CONSTRAINT "customer_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_fact" ADD CONSTRAINT "order_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscription_fact" ADD CONSTRAINT "subscription_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7)) NOT VALID;--> statement-breakpoint
INSERT INTO "shop_payment" ("shop_id", "id", "payment_method_id", "payment_name", "description", "visible", "max_amount", "pay_within_days", "sort_no")
OVERRIDING SYSTEM VALUE
SELECT shop_id, max(id) + 1, 7, '銀行振込', 'ご注文ごとの口座にお振り込みください。振込手数料は、お客様のご負担です。', false, 500000, 3, max(sort_no) + 1
FROM "shop_payment" GROUP BY shop_id;
