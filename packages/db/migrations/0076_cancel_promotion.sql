ALTER TABLE "promotion" DROP CONSTRAINT "promotion_trigger";--> statement-breakpoint
ALTER TABLE "promotion_use" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD COLUMN "subscription_id" bigint;--> statement-breakpoint
ALTER TABLE "master_data" ADD COLUMN "promotion_id" bigint;--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_use_shop_id_subscription_id_index" ON "promotion_use" USING btree ("shop_id","subscription_id") WHERE subscription_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_trigger" CHECK (trigger IN ('automatic', 'code', 'link', 'cancel_offer'));--> statement-breakpoint
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_of" CHECK ((order_id IS NULL) = (subscription_id IS NOT NULL));