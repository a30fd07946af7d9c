CREATE TABLE "subscription_reason" (
	"shop_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"event" text NOT NULL,
	"day" date NOT NULL,
	"reason_id" integer,
	"cancel_reason_id" integer,
	"offered" text[] DEFAULT '{}' NOT NULL,
	"taken" text,
	CONSTRAINT "subscription_reason_shop_id_event_id_pk" PRIMARY KEY("shop_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "master_data" ADD COLUMN "offers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "pause_reason_id" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "skipped_on" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "skip_reason_id" integer;--> statement-breakpoint
ALTER TABLE "subscription_reason" ADD CONSTRAINT "subscription_reason_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_reason_subscription_id_index" ON "subscription_reason" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscription_reason_shop_id_event_day_index" ON "subscription_reason" USING btree ("shop_id","event","day");--> statement-breakpoint
CREATE INDEX "subscription_reason_offered" ON "subscription_reason" USING btree ("shop_id","day") WHERE offered <> '{}';--> statement-breakpoint
CREATE INDEX "subscription_reason_own" ON "subscription_reason" USING btree ("shop_id","event","reason_id") WHERE reason_id is not null;--> statement-breakpoint
CREATE INDEX "subscription_reason_cancel" ON "subscription_reason" USING btree ("shop_id","cancel_reason_id") WHERE cancel_reason_id is not null;--> statement-breakpoint
CREATE INDEX "subscription_pause_reason" ON "subscription" USING btree ("shop_id","pause_reason_id","next_delivery_date","id") WHERE pause_reason_id is not null;--> statement-breakpoint
CREATE INDEX "subscription_skip_reason" ON "subscription" USING btree ("shop_id","skip_reason_id","next_delivery_date","id") WHERE skip_reason_id is not null;--> statement-breakpoint
UPDATE "master_data" m SET "offers" = coalesce(d.offers, ARRAY['skip', 'longer', 'fewer']) FROM "master_data" x LEFT JOIN (VALUES
  (1, ARRAY['skip', 'longer', 'fewer', 'smaller']),
  (2, ARRAY['exchange']),
  (3, ARRAY['scent', 'exchange']),
  (4, ARRAY['smaller', 'fewer', 'longer']),
  (5, ARRAY['longer', 'skip', 'dates']),
  (6, '{}'::text[]),
  (7, ARRAY['pause', 'skip'])
) AS d(id, offers) ON d.id = x.id
WHERE m.name = 'cancel_reason' AND x.shop_id = m.shop_id AND x.name = m.name AND x.sort_no = m.sort_no;
