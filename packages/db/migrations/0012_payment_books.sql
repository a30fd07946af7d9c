CREATE TABLE "card_decline" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_decline_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"customer_id" integer,
	"address_key" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_difference" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"ours" jsonb NOT NULL,
	"theirs" jsonb,
	"found_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_notice" (
	"key" text PRIMARY KEY NOT NULL,
	"provider_order_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop_payment" ADD COLUMN "cumulative_limit" integer;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "card_decline_max" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "card_decline_minutes" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "card_lock_minutes" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_decline_customer_id_created_at_index" ON "card_decline" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "card_decline_address_key_created_at_index" ON "card_decline" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "card_decline_created_at_index" ON "card_decline" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_difference_open" ON "payment_difference" USING btree ("payment_id") WHERE resolved_at is null;--> statement-breakpoint
UPDATE "shop_payment" SET "cumulative_limit" = CASE "payment_method_id" WHEN 3 THEN 165000 ELSE 200000 END WHERE "payment_method_id" IN (3, 4);
