ALTER TABLE "shop" ADD COLUMN "delivery_free_after_promotions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "most_promotion_rate" smallint DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_most_promotion_rate" CHECK (most_promotion_rate BETWEEN 1 AND 100);