ALTER TABLE "subscription_benefit" ADD COLUMN "set_aside" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "subscription_benefit_kept" ON "subscription_benefit" USING btree ("shop_id","subscription_id") WHERE set_aside > 0;--> statement-breakpoint
ALTER TABLE "subscription_benefit" ADD CONSTRAINT "subscription_benefit_set_aside" CHECK (set_aside >= 0);