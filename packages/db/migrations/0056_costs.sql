CREATE TABLE "sku_cost" (
	"shop_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"cost_from" date NOT NULL,
	"unit_cost" integer NOT NULL,
	CONSTRAINT "sku_cost_shop_id_product_sku_id_cost_from_pk" PRIMARY KEY("shop_id","product_sku_id","cost_from"),
	CONSTRAINT "sku_cost_unit_cost" CHECK (unit_cost >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_day" ADD COLUMN "pieces_costed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_day" ADD COLUMN "costed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_day" ADD COLUMN "cost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sku_cost" ADD CONSTRAINT "sku_cost_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE cascade ON UPDATE no action;