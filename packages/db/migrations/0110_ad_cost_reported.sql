ALTER TABLE "ad_cost" ADD COLUMN "reported" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "ad_cost" ADD CONSTRAINT "ad_cost_reported" CHECK (reported >= 0);