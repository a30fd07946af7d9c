ALTER TABLE "conversion_delivery" DROP CONSTRAINT "conversion_delivery_state";--> statement-breakpoint
ALTER TABLE "conversion_delivery" DROP CONSTRAINT "conversion_delivery_drop_reason";--> statement-breakpoint
ALTER TABLE "conversion_destination" DROP CONSTRAINT "conversion_destination_kind";--> statement-breakpoint
ALTER TABLE "conversion_destination" ADD COLUMN "ad_group" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversion_delivery" ADD CONSTRAINT "conversion_delivery_state" CHECK (conversion_state IN ('waiting', 'accepted', 'refused', 'shown', 'dropped')) NOT VALID;--> statement-breakpoint
ALTER TABLE "conversion_delivery" ADD CONSTRAINT "conversion_delivery_drop_reason" CHECK (drop_reason IN ('no_consent', 'no_match', 'cancelled', 'not_told', 'too_old', 'not_asked', 'not_opened')) NOT VALID;--> statement-breakpoint
ALTER TABLE "conversion_destination" ADD CONSTRAINT "conversion_destination_kind" CHECK (conversion_kind IN ('meta', 'google', 'lineyahoo', 'tiktok', 'postback', 'frame'));