CREATE TABLE "ad_cost_layout" (
	"shop_id" bigint NOT NULL,
	"head_sign" text NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ad_cost_layout_shop_id_head_sign_pk" PRIMARY KEY("shop_id","head_sign")
);
--> statement-breakpoint
ALTER TABLE "ad_cost_layout" ADD CONSTRAINT "ad_cost_layout_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;