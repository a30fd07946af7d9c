CREATE TABLE "self_check" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "self_check_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"looked" integer NOT NULL,
	"items" jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "self_check_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "self_check_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "self_check_kind" CHECK (kind IN ('charges', 'confirmation'))
);
--> statement-breakpoint
ALTER TABLE "self_check" ADD CONSTRAINT "self_check_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "self_check_shop_id_kind_id_index" ON "self_check" USING btree ("shop_id","kind","id");