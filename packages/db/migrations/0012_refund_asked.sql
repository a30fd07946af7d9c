ALTER TABLE "payment" ADD COLUMN "refund_asked" integer;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refund_asked_at" timestamp with time zone;