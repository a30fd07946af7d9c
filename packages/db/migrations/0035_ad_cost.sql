CREATE TABLE "ad_cost" (
	"shop_id" bigint NOT NULL,
	"day" date NOT NULL,
	"adcd" text NOT NULL,
	"yen" integer NOT NULL,
	CONSTRAINT "ad_cost_shop_id_day_adcd_pk" PRIMARY KEY("shop_id","day","adcd"),
	CONSTRAINT "ad_cost_yen" CHECK (yen >= 0)
);
--> statement-breakpoint
ALTER TABLE "ad_cost" ADD CONSTRAINT "ad_cost_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;