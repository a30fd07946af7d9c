CREATE TABLE "forecast_day" (
	"shop_id" bigint NOT NULL,
	"day" date NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"expected" real NOT NULL,
	CONSTRAINT "forecast_day_shop_id_day_product_sku_id_pk" PRIMARY KEY("shop_id","day","product_sku_id")
);
--> statement-breakpoint
ALTER TABLE "forecast_day" ADD CONSTRAINT "forecast_day_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;