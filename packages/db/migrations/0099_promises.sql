ALTER TABLE "privacy_incident" DROP CONSTRAINT "privacy_incident_population";--> statement-breakpoint
ALTER TABLE "point_account" ADD COLUMN "pause_notice" text;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "fault_override" jsonb;--> statement-breakpoint
CREATE INDEX "point_account_pause" ON "point_account" USING btree ("shop_id","customer_id") WHERE pause_notice in ('paused', 'resumed');--> statement-breakpoint
ALTER TABLE "point_account" ADD CONSTRAINT "point_account_pause_notice" CHECK (pause_notice IN ('paused', 'told', 'resumed'));--> statement-breakpoint
ALTER TABLE "privacy_incident" ADD CONSTRAINT "privacy_incident_population" CHECK (population IN ('members_of_period', 'buyers_of_period', 'inquirers_of_period'));