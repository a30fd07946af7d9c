CREATE TABLE "order_fact" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"ordered_on" date NOT NULL,
	"shipped_on" date,
	"returned_on" date,
	"is_cancelled" boolean NOT NULL,
	"due_on" date NOT NULL,
	"subscription_id" bigint,
	"cycle" integer,
	"payment_method_id" smallint,
	"adcd" text,
	"customer_rank_id" bigint,
	"is_first" boolean NOT NULL,
	"subtotal" integer NOT NULL,
	"discount_amount" integer NOT NULL,
	"delivery_fee" integer NOT NULL,
	"payment_fee" integer NOT NULL,
	"adjustment_amount" integer NOT NULL,
	"payment_total" integer NOT NULL,
	"credited_amount" integer NOT NULL,
	CONSTRAINT "order_fact_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id"),
	CONSTRAINT "order_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4))
);
--> statement-breakpoint
CREATE TABLE "subscription_fact" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"first_kept_on" date NOT NULL,
	"first_kept_cycle" integer NOT NULL,
	"last_kept_on" date NOT NULL,
	"last_kept_cycle" integer NOT NULL,
	"first_product_id" bigint NOT NULL,
	"payment_method_id" smallint,
	CONSTRAINT "subscription_fact_shop_id_subscription_id_pk" PRIMARY KEY("shop_id","subscription_id"),
	CONSTRAINT "subscription_fact_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4))
);
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "end_event" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "end_reason_id" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "paused_on" date;--> statement-breakpoint
ALTER TABLE "order_fact" ADD CONSTRAINT "order_fact_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_fact" ADD CONSTRAINT "order_fact_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_fact" ADD CONSTRAINT "order_fact_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_fact" ADD CONSTRAINT "subscription_fact_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_fact_shop_id_ordered_on_index" ON "order_fact" USING btree ("shop_id","ordered_on");--> statement-breakpoint
CREATE INDEX "order_fact_shop_id_customer_id_index" ON "order_fact" USING btree ("shop_id","customer_id");--> statement-breakpoint
CREATE INDEX "order_fact_of_subscription" ON "order_fact" USING btree ("shop_id","subscription_id","cycle") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "subscription_fact_shop_id_first_kept_on_index" ON "subscription_fact" USING btree ("shop_id","first_kept_on");--> statement-breakpoint
CREATE INDEX "subscription_ended" ON "subscription" USING btree ("shop_id","ended_on","id") WHERE ended_on is not null;--> statement-breakpoint
CREATE INDEX "subscription_event_pause" ON "subscription_event" USING btree ("shop_id","created_at","subscription_id") WHERE event IN ('paused', 'reopened');--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_end" CHECK ((ended_on IS NULL) = (end_event IS NULL) AND (end_reason_id IS NULL OR ended_on IS NOT NULL));--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_end_event" CHECK (end_event IN ('cancelled', 'ended', 'finished'));