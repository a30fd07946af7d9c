CREATE TABLE "form_part_day" (
	"shop_id" bigint NOT NULL,
	"day" date NOT NULL,
	"landing_slug" text NOT NULL,
	"form_part" text NOT NULL,
	"reached" integer NOT NULL,
	"entered" integer NOT NULL,
	"refused" integer NOT NULL,
	"left_here" integer NOT NULL,
	"seconds" integer NOT NULL,
	CONSTRAINT "form_part_day_shop_id_landing_slug_day_form_part_pk" PRIMARY KEY("shop_id","landing_slug","day","form_part"),
	CONSTRAINT "form_part_day_counts" CHECK (least(reached, entered, refused, left_here, seconds) >= 0)
);
--> statement-breakpoint
ALTER TABLE "form_part_day" ADD CONSTRAINT "form_part_day_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;