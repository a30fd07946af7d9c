CREATE TABLE "product_day" (
	"shop_id" bigint NOT NULL,
	"basis" text NOT NULL,
	"day" date NOT NULL,
	"product_id" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"pieces_back" bigint NOT NULL,
	"pieces_missing" bigint NOT NULL,
	"goods" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"amount_10" bigint NOT NULL,
	"amount_8" bigint NOT NULL,
	CONSTRAINT "product_day_shop_id_basis_day_product_id_pk" PRIMARY KEY("shop_id","basis","day","product_id"),
	CONSTRAINT "product_day_basis" CHECK (basis IN ('sold', 'ordered'))
);
--> statement-breakpoint
CREATE TABLE "sales_day" (
	"shop_id" bigint NOT NULL,
	"basis" text NOT NULL,
	"day" date NOT NULL,
	"payment_method_id" smallint NOT NULL,
	"adcd" text NOT NULL,
	"cycle" smallint NOT NULL,
	"customer_rank_id" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"orders_10" bigint NOT NULL,
	"orders_8" bigint NOT NULL,
	"goods" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"delivery_fee" bigint NOT NULL,
	"payment_fee" bigint NOT NULL,
	"adjustment" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"amount_10" bigint NOT NULL,
	"amount_8" bigint NOT NULL,
	"tax_10" bigint NOT NULL,
	"tax_8" bigint NOT NULL,
	CONSTRAINT "sales_day_pk" PRIMARY KEY("shop_id","basis","day","payment_method_id","adcd","cycle","customer_rank_id"),
	CONSTRAINT "sales_day_basis" CHECK (basis IN ('sold', 'ordered'))
);
--> statement-breakpoint
CREATE TABLE "sales_due" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sales_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	CONSTRAINT "sales_due_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_fact" (
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"first_order_id" bigint NOT NULL,
	"first_on" date NOT NULL,
	"first_product_id" bigint,
	"payment_method_id" smallint,
	"adcd" text,
	"is_subscription" boolean NOT NULL,
	"again_on" date,
	"led_on" date,
	"ltv30" bigint NOT NULL,
	"ltv60" bigint NOT NULL,
	"ltv90" bigint NOT NULL,
	"ltv180" bigint NOT NULL,
	"ltv365" bigint NOT NULL,
	"kept_on" date,
	"kept_orders" integer NOT NULL,
	"kept_amount" bigint NOT NULL,
	CONSTRAINT "customer_fact_shop_id_customer_id_pk" PRIMARY KEY("shop_id","customer_id"),
	CONSTRAINT "customer_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4))
);
--> statement-breakpoint
ALTER TABLE "subscription_fact" ADD COLUMN "last_due_on" date;--> statement-breakpoint
ALTER TABLE "customer_fact" ADD CONSTRAINT "customer_fact_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_fact" ADD CONSTRAINT "customer_fact_first_order_id_fk" FOREIGN KEY ("shop_id","first_order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_due_shop_id_day_index" ON "sales_due" USING btree ("shop_id","day");--> statement-breakpoint
CREATE INDEX "customer_fact_shop_id_first_on_index" ON "customer_fact" USING btree ("shop_id","first_on");--> statement-breakpoint
CREATE INDEX "customer_fact_shop_id_kept_on_index" ON "customer_fact" USING btree ("shop_id","kept_on");--> statement-breakpoint
-- Every day of the past is counted from its facts until a job has summed it up.
INSERT INTO "sales_due" ("shop_id", "day")
SELECT "shop_id", "day" FROM (
  SELECT "shop_id", "day" FROM "ledger_entry" UNION SELECT "shop_id", "ordered_on" FROM "order_fact"
) d;
