CREATE TABLE "conversion_delivery" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "conversion_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"destination_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"event_name" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"conversion_state" text DEFAULT 'waiting' NOT NULL,
	"drop_reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"answer" text,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversion_delivery_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "conversion_delivery_event" CHECK (event_name IN ('received', 'shipped', 'cancelled')),
	CONSTRAINT "conversion_delivery_state" CHECK (conversion_state IN ('waiting', 'accepted', 'refused', 'dropped')),
	CONSTRAINT "conversion_delivery_drop_reason" CHECK (drop_reason IN ('no_consent', 'no_match', 'cancelled', 'not_told', 'too_old')),
	CONSTRAINT "conversion_delivery_dropped" CHECK ((conversion_state = 'dropped') = (drop_reason IS NOT NULL)),
	CONSTRAINT "conversion_delivery_done" CHECK ((conversion_state = 'waiting') = (done_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "conversion_destination" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "conversion_destination_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversion_kind" text NOT NULL,
	"destination_name" text NOT NULL,
	"recipient_name" text NOT NULL,
	"conversion_moment" text NOT NULL,
	"conversion_cycle" smallint NOT NULL,
	"conversion_value" text NOT NULL,
	"email_flag" boolean NOT NULL,
	"phone_flag" boolean NOT NULL,
	"account_values" jsonb NOT NULL,
	"sealed" text,
	"on_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversion_destination_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "conversion_destination_kind" CHECK (conversion_kind IN ('meta', 'google', 'lineyahoo', 'tiktok', 'postback')),
	CONSTRAINT "conversion_destination_moment" CHECK (conversion_moment IN ('received', 'shipped')),
	CONSTRAINT "conversion_destination_value" CHECK (conversion_value IN ('total', 'goods')),
	CONSTRAINT "conversion_destination_cycle" CHECK (conversion_cycle >= 1 AND (conversion_moment = 'shipped' OR conversion_cycle = 1))
);
--> statement-breakpoint
CREATE TABLE "order_ad_consent" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"recipients" jsonb NOT NULL,
	"wording" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_ad_consent_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "conversion_delivery" ADD CONSTRAINT "conversion_delivery_destination_id_fk" FOREIGN KEY ("shop_id","destination_id") REFERENCES "public"."conversion_destination"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_delivery" ADD CONSTRAINT "conversion_delivery_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_destination" ADD CONSTRAINT "conversion_destination_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_ad_consent" ADD CONSTRAINT "order_ad_consent_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversion_delivery_once" ON "conversion_delivery" USING btree ("shop_id","order_id","destination_id","event_name");--> statement-breakpoint
CREATE INDEX "conversion_delivery_due" ON "conversion_delivery" USING btree ("shop_id","destination_id","next_attempt_at","id") WHERE conversion_state = 'waiting';--> statement-breakpoint
CREATE INDEX "conversion_delivery_refused" ON "conversion_delivery" USING btree ("shop_id","done_at") WHERE conversion_state = 'refused' OR drop_reason = 'too_old';--> statement-breakpoint
CREATE INDEX "conversion_delivery_shop_id_destination_id_id_index" ON "conversion_delivery" USING btree ("shop_id","destination_id","id");--> statement-breakpoint
CREATE INDEX "conversion_delivery_created_at_index" ON "conversion_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "conversion_destination" FOR EACH STATEMENT
  EXECUTE FUNCTION notify_change('catalogue');
