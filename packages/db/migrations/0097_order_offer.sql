CREATE TABLE "order_offer" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_offer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"offer_place" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"visible" boolean NOT NULL,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"sort_no" smallint NOT NULL,
	"cart_type" smallint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"quantity" smallint NOT NULL,
	"for_sku_ids" jsonb NOT NULL,
	"landing_slug" text NOT NULL,
	CONSTRAINT "order_offer_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "order_offer_place" CHECK (offer_place IN ('beside', 'instead'))
);
--> statement-breakpoint
CREATE TABLE "order_offer_answer" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"offer_place" text NOT NULL,
	"order_offer_id" bigint NOT NULL,
	"is_taken" boolean NOT NULL,
	"total_before" integer NOT NULL,
	"total_after" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_offer_answer_shop_id_order_id_offer_place_pk" PRIMARY KEY("shop_id","order_id","offer_place"),
	CONSTRAINT "order_offer_answer_place" CHECK (offer_place IN ('beside', 'instead')),
	CONSTRAINT "order_offer_answer_totals" CHECK (total_before >= 0 AND total_after >= 0)
);
--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "order_offer_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_offer" ADD CONSTRAINT "order_offer_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_offer_answer" ADD CONSTRAINT "order_offer_answer_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_offer_answer_shop_id_created_at_order_offer_id_index" ON "order_offer_answer" USING btree ("shop_id","created_at","order_offer_id");