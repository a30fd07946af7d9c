CREATE TABLE "promotion" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "promotion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"promotion_name" text NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"audience" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"effect" jsonb NOT NULL,
	"product_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cart_type" smallint,
	"min_amount" integer DEFAULT 0 NOT NULL,
	"from_cycle" smallint DEFAULT 1 NOT NULL,
	"to_cycle" smallint DEFAULT 1,
	"stack_group" text,
	"max_uses" integer,
	"budget_yen" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"spent_yen" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "promotion_status" CHECK (status IN ('draft', 'active', 'stopped')),
	CONSTRAINT "promotion_trigger" CHECK (trigger IN ('automatic', 'code')),
	CONSTRAINT "promotion_audience" CHECK (audience IN ('everybody', 'once', 'new')),
	CONSTRAINT "promotion_period" CHECK (ends_at > starts_at),
	CONSTRAINT "promotion_cart_type" CHECK (cart_type IN (0, 1)),
	CONSTRAINT "promotion_cycles" CHECK (from_cycle >= 1 AND to_cycle >= from_cycle),
	CONSTRAINT "promotion_limits" CHECK (max_uses >= 1 AND budget_yen >= 1 AND min_amount >= 0 AND used >= 0 AND spent_yen >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotion_code" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "promotion_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"promotion_id" bigint NOT NULL,
	"code" text NOT NULL,
	"issued_to" text DEFAULT '' NOT NULL,
	"max_uses" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_code_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "promotion_code_uses" CHECK (max_uses >= 1 AND used >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotion_use" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "promotion_use_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"promotion_id" bigint NOT NULL,
	"promotion_code_id" bigint,
	"order_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"person_key" text,
	"yen" integer NOT NULL,
	"is_counted" boolean NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "promotion_use_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "promotion_use_yen" CHECK (yen >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscription_benefit" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"promotion_id" bigint NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_benefit_shop_id_subscription_id_promotion_id_pk" PRIMARY KEY("shop_id","subscription_id","promotion_id")
);
--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "promotions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_code" ADD CONSTRAINT "promotion_code_promotion_id_fk" FOREIGN KEY ("shop_id","promotion_id") REFERENCES "public"."promotion"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_promotion_id_fk" FOREIGN KEY ("shop_id","promotion_id") REFERENCES "public"."promotion"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_promotion_code_id_fk" FOREIGN KEY ("shop_id","promotion_code_id") REFERENCES "public"."promotion_code"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_benefit" ADD CONSTRAINT "subscription_benefit_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_shop_id_status_starts_at_id_index" ON "promotion" USING btree ("shop_id","status","starts_at","id");--> statement-breakpoint
CREATE INDEX "promotion_shop_id_starts_at_id_index" ON "promotion" USING btree ("shop_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "promotion_shop_id_promotion_name_id_index" ON "promotion" USING btree ("shop_id","promotion_name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_code_shop_id_code_index" ON "promotion_code" USING btree ("shop_id","code");--> statement-breakpoint
CREATE INDEX "promotion_code_shop_id_promotion_id_id_index" ON "promotion_code" USING btree ("shop_id","promotion_id","id");--> statement-breakpoint
CREATE INDEX "promotion_use_shop_id_order_id_index" ON "promotion_use" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "promotion_use_shop_id_customer_id_promotion_id_index" ON "promotion_use" USING btree ("shop_id","customer_id","promotion_id");--> statement-breakpoint
CREATE INDEX "promotion_use_shop_id_promotion_id_created_at_id_index" ON "promotion_use" USING btree ("shop_id","promotion_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_use_once" ON "promotion_use" USING btree ("shop_id","promotion_id","person_key") WHERE person_key IS NOT NULL AND released_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_use_of_order" ON "promotion_use" USING btree ("shop_id","order_id","promotion_id") WHERE released_at IS NULL;