CREATE TABLE "seller_term" (
	"shop_id" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"shop_name" text NOT NULL,
	"company_name" text NOT NULL,
	"company_address" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text NOT NULL,
	"registration_number" text NOT NULL,
	CONSTRAINT "seller_term_shop_id_valid_from_pk" PRIMARY KEY("shop_id","valid_from")
);
--> statement-breakpoint
ALTER TABLE "delivery_time" ADD COLUMN "is_ended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_decision" ADD COLUMN "town_doubt" text;--> statement-breakpoint
ALTER TABLE "master_data" ADD COLUMN "is_ended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "weekly_closed_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "seller_term" ADD CONSTRAINT "seller_term_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;