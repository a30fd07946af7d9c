CREATE TABLE "experiment" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "experiment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"promotion_id" bigint NOT NULL,
	"terms" jsonb NOT NULL,
	"salt" text NOT NULL,
	"holdout_percent" smallint NOT NULL,
	"window_days" smallint NOT NULL,
	"expected" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "experiment_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "experiment_holdout_percent" CHECK (holdout_percent BETWEEN 1 AND 99),
	CONSTRAINT "experiment_expected" CHECK (expected > 0)
);
--> statement-breakpoint
CREATE TABLE "experiment_unit" (
	"shop_id" bigint NOT NULL,
	"experiment_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"is_held_out" boolean NOT NULL,
	"exposed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "experiment_unit_shop_id_experiment_id_subscription_id_pk" PRIMARY KEY("shop_id","experiment_id","subscription_id")
);
--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_promotion_id_fk" FOREIGN KEY ("shop_id","promotion_id") REFERENCES "public"."promotion"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_unit" ADD CONSTRAINT "experiment_unit_experiment_id_fk" FOREIGN KEY ("shop_id","experiment_id") REFERENCES "public"."experiment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_unit" ADD CONSTRAINT "experiment_unit_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "experiment_running" ON "experiment" USING btree ("shop_id","promotion_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "experiment_unit_shop_id_subscription_id_index" ON "experiment_unit" USING btree ("shop_id","subscription_id");