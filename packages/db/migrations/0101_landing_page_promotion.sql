ALTER TABLE "promotion" DROP CONSTRAINT "promotion_trigger";--> statement-breakpoint
ALTER TABLE "landing_page" ADD COLUMN "promotion_id" bigint;--> statement-breakpoint
ALTER TABLE "landing_page" ADD CONSTRAINT "landing_page_promotion_id_fk" FOREIGN KEY ("shop_id","promotion_id") REFERENCES "public"."promotion"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_trigger" CHECK (trigger IN ('automatic', 'code', 'link', 'landing_page', 'cancel_offer'));