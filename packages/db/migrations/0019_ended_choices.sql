ALTER TABLE "delivery_time" ADD COLUMN "is_ended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_decision" ADD COLUMN "town_doubt" text;--> statement-breakpoint
ALTER TABLE "master_data" ADD COLUMN "is_ended" boolean DEFAULT false NOT NULL;