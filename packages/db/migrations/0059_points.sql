CREATE TABLE "order_point" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"used" integer NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"rate" smallint NOT NULL,
	"days" smallint NOT NULL,
	"points" integer NOT NULL,
	"due_on" date,
	"settled_at" timestamp with time zone,
	CONSTRAINT "order_point_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id"),
	CONSTRAINT "order_point_amounts" CHECK (used >= 0 AND returned BETWEEN 0 AND used AND points >= 0)
);
--> statement-breakpoint
CREATE TABLE "point_account" (
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"balance" integer NOT NULL,
	"points_until" date NOT NULL,
	"noticed_for" date,
	CONSTRAINT "point_account_shop_id_customer_id_pk" PRIMARY KEY("shop_id","customer_id"),
	CONSTRAINT "point_account_balance" CHECK (balance >= 0)
);
--> statement-breakpoint
CREATE TABLE "point_entry" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "point_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"point_kind" text NOT NULL,
	"points" integer NOT NULL,
	"order_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "point_entry_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "point_entry_points" CHECK (CASE point_kind WHEN 'grant' THEN points > 0 AND order_id IS NOT NULL
        WHEN 'return' THEN points > 0 AND order_id IS NOT NULL
        WHEN 'use' THEN points < 0 AND order_id IS NOT NULL
        WHEN 'revoke' THEN points < 0 AND order_id IS NOT NULL
        WHEN 'expire' THEN points < 0
        WHEN 'adjust' THEN points <> 0 AND reason <> ''
        ELSE false END)
);
--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "point_discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "point_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "point_rate" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "point_days" smallint;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "point_months" smallint DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "point_least" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "point_most_rate" smallint DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_point" ADD CONSTRAINT "order_point_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_account" ADD CONSTRAINT "point_account_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entry" ADD CONSTRAINT "point_entry_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entry" ADD CONSTRAINT "point_entry_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_point_due" ON "order_point" USING btree ("shop_id","due_on","order_id") WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX "point_account_shop_id_points_until_index" ON "point_account" USING btree ("shop_id","points_until") WHERE balance > 0;--> statement-breakpoint
CREATE INDEX "point_entry_shop_id_customer_id_id_index" ON "point_entry" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "point_entry_shop_id_created_at_id_index" ON "point_entry" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "point_entry_once" ON "point_entry" USING btree ("shop_id","order_id","point_kind") WHERE point_kind IN ('grant', 'use');--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_points" CHECK (point_rate BETWEEN 0 AND 20 AND point_days BETWEEN 0 AND 90 AND point_months BETWEEN 1 AND 60
        AND point_least BETWEEN 1 AND 10000 AND point_most_rate BETWEEN 1 AND 100);