CREATE TABLE "experiment_order" (
	"shop_id" bigint NOT NULL,
	"experiment_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"arm" smallint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"before_yen" integer,
	CONSTRAINT "experiment_order_shop_id_experiment_id_order_id_pk" PRIMARY KEY("shop_id","experiment_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "experiment_visitor" (
	"shop_id" bigint NOT NULL,
	"experiment_id" bigint NOT NULL,
	"visitor_hash" text NOT NULL,
	"arm" smallint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "experiment_visitor_shop_id_experiment_id_visitor_hash_pk" PRIMARY KEY("shop_id","experiment_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "landing_variant" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "landing_variant_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"landing_page_id" bigint NOT NULL,
	"variant_name" text NOT NULL,
	"blocks" jsonb NOT NULL,
	CONSTRAINT "landing_variant_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "experiment" DROP CONSTRAINT "experiment_subject";--> statement-breakpoint
ALTER TABLE "experiment" ADD COLUMN "landing_page_id" bigint;--> statement-breakpoint
ALTER TABLE "experiment" ADD COLUMN "arms" jsonb;--> statement-breakpoint
ALTER TABLE "experiment" ADD COLUMN "order_offer_id" bigint;--> statement-breakpoint
ALTER TABLE "experiment" ADD COLUMN "visitors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "experiment_order" ADD CONSTRAINT "experiment_order_experiment_id_fk" FOREIGN KEY ("shop_id","experiment_id") REFERENCES "public"."experiment"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_order" ADD CONSTRAINT "experiment_order_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_visitor" ADD CONSTRAINT "experiment_visitor_experiment_id_fk" FOREIGN KEY ("shop_id","experiment_id") REFERENCES "public"."experiment"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "landing_variant" ADD CONSTRAINT "landing_variant_landing_page_id_fk" FOREIGN KEY ("shop_id","landing_page_id") REFERENCES "public"."landing_page"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "experiment_order_shop_id_order_id_index" ON "experiment_order" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "landing_variant_shop_id_landing_page_id_index" ON "landing_variant" USING btree ("shop_id","landing_page_id");--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_landing_page_id_fk" FOREIGN KEY ("shop_id","landing_page_id") REFERENCES "public"."landing_page"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_order_offer_id_fk" FOREIGN KEY ("shop_id","order_offer_id") REFERENCES "public"."order_offer"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "experiment_running_page" ON "experiment" USING btree ("shop_id","landing_page_id") WHERE ended_at is null and landing_page_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "experiment_running_offer" ON "experiment" USING btree ("shop_id","order_offer_id") WHERE ended_at is null and order_offer_id is not null;--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_landing_page" CHECK ((subject = 'landing_page') = (landing_page_id IS NOT NULL) AND (landing_page_id IS NULL) = (arms IS NULL));--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_order_offer" CHECK ((subject = 'order_offer') = (order_offer_id IS NOT NULL));--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_subject" CHECK (subject IN ('cancel_offer', 'pace', 'landing_page', 'order_offer'));