ALTER TABLE "shop" ADD COLUMN "responsible_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "phone_hours" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "return_days" smallint DEFAULT 8;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "return_condition" text DEFAULT '未開封・未使用' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "return_fee_by" text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "defect_days" smallint DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_return_days" CHECK (return_days BETWEEN 1 AND 365 AND defect_days BETWEEN 1 AND 365);--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_return_fee_by" CHECK (return_fee_by IN ('customer', 'shop'));