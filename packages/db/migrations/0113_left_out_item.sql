CREATE TABLE "pace_item_answer" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"cycle" integer NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"answer" text NOT NULL,
	"way" text NOT NULL,
	"told_for" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pace_item_answer_pk" PRIMARY KEY("shop_id","subscription_id","cycle","product_sku_id"),
	CONSTRAINT "pace_item_answer_answer" CHECK (answer IN ('none', 'half', 'one', 'one_half', 'two', 'more', 'fits')),
	CONSTRAINT "pace_item_answer_way" CHECK (way IN ('mypage', 'link', 'cancel', 'operator'))
);
--> statement-breakpoint
ALTER TABLE "pace_offer" DROP CONSTRAINT "pace_offer_taken";--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD COLUMN "except_cycle" integer;--> statement-breakpoint
ALTER TABLE "pace_item_answer" ADD CONSTRAINT "pace_item_answer_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pace_item_answer" ADD CONSTRAINT "pace_item_answer_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pace_offer" ADD CONSTRAINT "pace_offer_taken" CHECK (taken IN ('leave_out', 'later', 'interval', 'fewer', 'sooner'));