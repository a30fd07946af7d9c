ALTER TABLE "card_registration" ALTER COLUMN "is_default" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "card_registration" ALTER COLUMN "is_default" SET DATA TYPE boolean USING "is_default" <> 0;--> statement-breakpoint
ALTER TABLE "payment" ALTER COLUMN "save_card" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payment" ALTER COLUMN "save_card" SET DATA TYPE boolean USING "save_card" <> 0;--> statement-breakpoint
ALTER TABLE "order_evidence" ADD COLUMN "request_digest" text NOT NULL;--> statement-breakpoint
ALTER TABLE "card_registration" ADD COLUMN "idempotency_key" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "card_registration_customer_id_idempotency_key_index" ON "card_registration" USING btree ("customer_id","idempotency_key");