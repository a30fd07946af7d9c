CREATE TABLE "stamp_mark" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"stamps" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stamp_mark_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id")
);
--> statement-breakpoint
CREATE INDEX "stamp_mark_shop_id_customer_id_index" ON "stamp_mark" USING btree ("shop_id","customer_id");