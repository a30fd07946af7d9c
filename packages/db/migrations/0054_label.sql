ALTER TABLE "product" ADD COLUMN "label_kind" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_allergens" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_expiry" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_storage" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_cautions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_maker" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "label_origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_label_kind" CHECK (label_kind IN ('none', 'cosmetic', 'quasi_drug', 'food', 'goods'));