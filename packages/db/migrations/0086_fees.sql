ALTER TABLE "sales_day" ALTER COLUMN "delivery_fee" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "sales_day" ALTER COLUMN "payment_fee" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "delivery_fee" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "payment_fee" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "order_fact" ALTER COLUMN "delivery_fee" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "order_fact" ALTER COLUMN "payment_fee" SET DEFAULT 0;