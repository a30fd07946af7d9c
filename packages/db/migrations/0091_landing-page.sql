CREATE TABLE "landing_page" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "landing_page_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"visible" boolean NOT NULL,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"successor" text NOT NULL,
	"cart_type" smallint NOT NULL,
	"items" jsonb NOT NULL,
	"intervals" jsonb NOT NULL,
	"adcd" text NOT NULL,
	"thanks" text NOT NULL,
	"blocks" jsonb NOT NULL,
	CONSTRAINT "landing_page_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "home_block" DROP CONSTRAINT "home_block_kind";--> statement-breakpoint
ALTER TABLE "landing_page" ADD CONSTRAINT "landing_page_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "landing_page_shop_id_slug_index" ON "landing_page" USING btree ("shop_id","slug");--> statement-breakpoint
ALTER TABLE "home_block" ADD CONSTRAINT "home_block_kind" CHECK (kind IN ('hero', 'story', 'goods', 'voices', 'offer', 'journal', 'news', 'line', 'questions', 'comparison', 'form', 'deadline'));