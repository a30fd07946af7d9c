CREATE TABLE "ad_optout" (
	"shop_id" integer NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ad_optout_shop_id_channel_address_pk" PRIMARY KEY("shop_id","channel","address")
);
--> statement-breakpoint
CREATE TABLE "cart_abandonment_setting" (
	"shop_id" integer PRIMARY KEY NOT NULL,
	"cart_abandoned_flag" boolean DEFAULT false NOT NULL,
	"lp_flag" boolean DEFAULT true NOT NULL,
	"customer_target_flag" boolean DEFAULT true NOT NULL,
	"guest_target_flag" boolean DEFAULT true NOT NULL,
	"individual_setting_flag" boolean DEFAULT false NOT NULL,
	"step_hours" integer[] DEFAULT '{1,24,72}' NOT NULL,
	"customer_step_hours" integer[],
	"guest_step_hours" integer[]
);
--> statement-breakpoint
CREATE TABLE "cart_reminder" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_reminder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tracking_id" integer NOT NULL,
	"step" smallint NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"items" jsonb NOT NULL,
	"restore_hash" "bytea" NOT NULL,
	"unsubscribe_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"clicked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_tracking" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_tracking_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"tracking_hash" "bytea",
	"cart_type_id" smallint NOT NULL,
	"tracking_start_date" timestamp with time zone NOT NULL,
	"customer_id" integer,
	"email" text,
	"consented_at" timestamp with time zone,
	"phone_number" text,
	"line_id" text,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"adcd" text,
	"abmtcd" text,
	"ad_user_id" text,
	"url_clicked" boolean DEFAULT false NOT NULL,
	"step" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_campaign" (
	"shop_id" integer NOT NULL,
	"adcd" text NOT NULL,
	"campaign_name" text NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_campaign_shop_id_adcd_pk" PRIMARY KEY("shop_id","adcd")
);
--> statement-breakpoint
CREATE TABLE "ad_tracking" (
	"ad_user_id" text PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"adcd" text NOT NULL,
	"add_timing_id" smallint NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"redirect_uri" text NOT NULL,
	"customer_id" integer,
	"line_user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"tracked_at" timestamp with time zone,
	"was_friend" boolean,
	"friend_added_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "line_webhook_event" (
	"webhook_event_id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "adcd" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "abmtcd" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "ad_user_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ad_user_id" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "adcd" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "abmtcd" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ad_user_id" text;--> statement-breakpoint
ALTER TABLE "cart_abandonment_setting" ADD CONSTRAINT "cart_abandonment_setting_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_reminder" ADD CONSTRAINT "cart_reminder_tracking_id_cart_tracking_id_fk" FOREIGN KEY ("tracking_id") REFERENCES "public"."cart_tracking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_tracking" ADD CONSTRAINT "cart_tracking_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_campaign" ADD CONSTRAINT "ad_campaign_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_tracking" ADD CONSTRAINT "ad_tracking_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_reminder_tracking_id_step_index" ON "cart_reminder" USING btree ("tracking_id","step");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_reminder_restore_hash_index" ON "cart_reminder" USING btree ("restore_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_reminder_unsubscribe_hash_index" ON "cart_reminder" USING btree ("unsubscribe_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_tracking_tracking_hash_index" ON "cart_tracking" USING btree ("tracking_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_tracking_open_member" ON "cart_tracking" USING btree ("customer_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_tracking_open_guest" ON "cart_tracking" USING btree ("shop_id","email") WHERE ended_at is null and customer_id is null;--> statement-breakpoint
CREATE INDEX "cart_tracking_due" ON "cart_tracking" USING btree ("next_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "cart_tracking_customer_id_id_index" ON "cart_tracking" USING btree ("customer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ad_tracking_state_hash_index" ON "ad_tracking" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "ad_tracking_shop_id_line_user_id_index" ON "ad_tracking" USING btree ("shop_id","line_user_id");--> statement-breakpoint
CREATE INDEX "line_webhook_event_received_at_index" ON "line_webhook_event" USING btree ("received_at");