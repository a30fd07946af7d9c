CREATE TABLE "referral_code" (
	"shop_id" bigint NOT NULL,
	"code" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referral_code_shop_id_code_pk" PRIMARY KEY("shop_id","code")
);
--> statement-breakpoint
ALTER TABLE "point_entry" DROP CONSTRAINT "point_entry_points";--> statement-breakpoint
ALTER TABLE "promotion_use" ADD COLUMN "introducer_id" bigint;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD COLUMN "introducer_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "referral_promotion_id" bigint;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "referral_points" integer DEFAULT 300 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "referral_most" smallint DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_code" ADD CONSTRAINT "referral_code_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_code_shop_id_customer_id_index" ON "referral_code" USING btree ("shop_id","customer_id");--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_introducer_id_fk" FOREIGN KEY ("shop_id","introducer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_use_shop_id_introducer_id_index" ON "promotion_use" USING btree ("shop_id","introducer_id") WHERE introducer_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "point_entry" ADD CONSTRAINT "point_entry_points" CHECK (CASE point_kind WHEN 'grant' THEN points > 0 AND order_id IS NOT NULL
        WHEN 'return' THEN points > 0 AND order_id IS NOT NULL
        WHEN 'use' THEN points < 0 AND order_id IS NOT NULL
        WHEN 'revoke' THEN points < 0 AND order_id IS NOT NULL
        WHEN 'expire' THEN points < 0
        WHEN 'refer' THEN points > 0 AND order_id IS NULL
        WHEN 'unrefer' THEN points < 0 AND order_id IS NULL
        WHEN 'adjust' THEN points <> 0 AND reason <> ''
        ELSE false END);--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_introducer" CHECK (introducer_points >= 0);--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_referral" CHECK (referral_points BETWEEN 1 AND 100000 AND referral_most BETWEEN 1 AND 1000);