ALTER TABLE "payment" ADD COLUMN "captured_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "reference" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "return_key" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "charge_permission_id" text;--> statement-breakpoint
CREATE INDEX "payment_return_key_index" ON "payment" USING btree ("return_key");--> statement-breakpoint
CREATE INDEX "payment_payment_method_id_created_at_index" ON "payment" USING btree ("payment_method_id","created_at");