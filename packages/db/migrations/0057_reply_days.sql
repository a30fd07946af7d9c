ALTER TABLE "shop" ADD COLUMN "reply_days_min" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "reply_days_max" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_reply_days" CHECK (reply_days_min BETWEEN 1 AND reply_days_max AND reply_days_max <= 30);