ALTER TABLE "order_offer" DROP CONSTRAINT "order_offer_place";--> statement-breakpoint
ALTER TABLE "order_offer_answer" DROP CONSTRAINT "order_offer_answer_place";--> statement-breakpoint
ALTER TABLE "order_offer" ADD COLUMN "take_within_minutes" smallint;--> statement-breakpoint
ALTER TABLE "order_offer_answer" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_offer_answer" ADD COLUMN "shown" jsonb;--> statement-breakpoint
ALTER TABLE "order_offer" ADD CONSTRAINT "order_offer_minutes" CHECK ((offer_place = 'after') = (take_within_minutes IS NOT NULL));--> statement-breakpoint
ALTER TABLE "order_offer" ADD CONSTRAINT "order_offer_place" CHECK (offer_place IN ('beside', 'instead', 'after'));--> statement-breakpoint
ALTER TABLE "order_offer_answer" ADD CONSTRAINT "order_offer_answer_place" CHECK (offer_place IN ('beside', 'instead', 'after'));