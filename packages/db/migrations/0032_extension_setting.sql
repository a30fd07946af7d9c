CREATE TABLE "extension_setting" (
	"shop_id" bigint NOT NULL,
	"extension" text NOT NULL,
	"values" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "extension_setting_shop_id_extension_pk" PRIMARY KEY("shop_id","extension")
);
--> statement-breakpoint
ALTER TABLE "extension_setting" ADD CONSTRAINT "extension_setting_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;