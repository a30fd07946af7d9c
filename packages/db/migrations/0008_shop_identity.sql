ALTER TABLE "shop" ADD COLUMN "primary_color" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "subscription_color" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "logo_path" text;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_colors" CHECK (primary_color ~ '^#[0-9a-f]{6}$' AND subscription_color ~ '^#[0-9a-f]{6}$');