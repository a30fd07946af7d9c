CREATE TABLE "order_visit" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"landing_path" text NOT NULL,
	"click_ids" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_visit_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "landing_day" (
	"shop_id" bigint NOT NULL,
	"day" date NOT NULL,
	"landing_path" text NOT NULL,
	"adcd" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "landing_day_shop_id_day_landing_path_adcd_pk" PRIMARY KEY("shop_id","day","landing_path","adcd")
);
--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "click_id_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_visit" ADD CONSTRAINT "order_visit_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "landing_day" ADD CONSTRAINT "landing_day_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_visit_clicked" ON "order_visit" USING btree ("shop_id","created_at") WHERE click_ids is not null;