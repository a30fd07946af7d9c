ALTER TABLE "product" ADD COLUMN "lasting_basis" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "lasting_questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "product_sku" ADD COLUMN "lasting_days_short" integer;--> statement-breakpoint
ALTER TABLE "product_sku" ADD COLUMN "lasting_days_long" integer;--> statement-breakpoint
ALTER TABLE "product_sku" ADD CONSTRAINT "product_sku_lasting_range" CHECK (lasting_days_short BETWEEN 1 AND 3650 AND lasting_days_long BETWEEN 1 AND 3650);