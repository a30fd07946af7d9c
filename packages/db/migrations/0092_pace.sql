CREATE TABLE "pace_answer" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"cycle" integer NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"answer" text NOT NULL,
	"way" text NOT NULL,
	"told_for" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pace_answer_shop_id_subscription_id_cycle_pk" PRIMARY KEY("shop_id","subscription_id","cycle"),
	CONSTRAINT "pace_answer_answer" CHECK (answer IN ('none', 'half', 'one', 'one_half', 'two', 'more', 'fits')),
	CONSTRAINT "pace_answer_way" CHECK (way IN ('mypage', 'link', 'cancel', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "pace_offer" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"cycle" integer NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"way" text NOT NULL,
	"proposals" jsonb NOT NULL,
	"days" integer NOT NULL,
	"spare_days" integer NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"taken" text,
	"taken_at" timestamp with time zone,
	"taken_version" integer,
	"before" jsonb,
	CONSTRAINT "pace_offer_shop_id_subscription_id_cycle_pk" PRIMARY KEY("shop_id","subscription_id","cycle"),
	CONSTRAINT "pace_offer_way" CHECK (way IN ('mypage', 'link', 'cancel', 'operator')),
	CONSTRAINT "pace_offer_taken" CHECK (taken IN ('later', 'interval', 'fewer', 'sooner')),
	CONSTRAINT "pace_offer_taken_whole" CHECK ((taken IS NULL) = (taken_at IS NULL) AND (taken IS NULL) = (before IS NULL))
);
--> statement-breakpoint
ALTER TABLE "pace_answer" ADD CONSTRAINT "pace_answer_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pace_answer" ADD CONSTRAINT "pace_answer_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pace_offer" ADD CONSTRAINT "pace_offer_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pace_offer" ADD CONSTRAINT "pace_offer_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;