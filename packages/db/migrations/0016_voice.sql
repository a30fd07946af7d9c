CREATE TABLE "voice" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "voice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint,
	"text" text NOT NULL,
	"named_as" text NOT NULL,
	"received_on" date NOT NULL,
	"origin" text NOT NULL,
	"consented_on" date,
	"consent_note" text NOT NULL,
	"visible" boolean NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "voice_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "voice_origin" CHECK (origin IN ('own', 'goods', 'paid', 'demo')),
	CONSTRAINT "voice_consent" CHECK (NOT visible OR consented_on IS NOT NULL OR origin = 'demo')
);
--> statement-breakpoint
ALTER TABLE "home_block" DROP CONSTRAINT "home_block_kind";--> statement-breakpoint
ALTER TABLE "voice" ADD CONSTRAINT "voice_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice" ADD CONSTRAINT "voice_product_id_fk" FOREIGN KEY ("shop_id","product_id") REFERENCES "public"."product"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_shop_id_product_id_sort_no_index" ON "voice" USING btree ("shop_id","product_id","sort_no");--> statement-breakpoint
ALTER TABLE "home_block" ADD CONSTRAINT "home_block_kind" CHECK (kind IN ('hero', 'story', 'goods', 'voices', 'offer', 'journal', 'news', 'line'));