ALTER TABLE "shop" ADD COLUMN "risk_check" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_risk_check" CHECK (risk_check IN ('off', 'take', 'hold'));