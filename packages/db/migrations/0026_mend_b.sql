CREATE TABLE "inquiry_photograph" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inquiry_photograph_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"inquiry_id" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "inquiry_photograph_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "inquiry_photograph" ADD CONSTRAINT "inquiry_photograph_inquiry_id_fk" FOREIGN KEY ("shop_id","inquiry_id") REFERENCES "public"."inquiry"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiry_photograph_shop_id_inquiry_id_id_index" ON "inquiry_photograph" USING btree ("shop_id","inquiry_id","id");