CREATE TABLE "merge_request" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "merge_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"kept_id" bigint NOT NULL,
	"agreed_at" timestamp with time zone,
	"kept_agreed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"identity_check" text DEFAULT '' NOT NULL,
	"kept_identity_check" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "merge_request_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "merge_request_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "merge_request_two" CHECK (customer_id <> kept_id),
	CONSTRAINT "merge_request_identity" CHECK ((identity_check = '') = (kept_identity_check = ''))
);
--> statement-breakpoint
ALTER TABLE "one_time_token" DROP CONSTRAINT "one_time_token_purpose";--> statement-breakpoint
ALTER TABLE "merge_request" ADD CONSTRAINT "merge_request_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_request" ADD CONSTRAINT "merge_request_kept_id_fk" FOREIGN KEY ("shop_id","kept_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merge_request_shop_id_customer_id_id_index" ON "merge_request" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "merge_request_shop_id_kept_id_id_index" ON "merge_request" USING btree ("shop_id","kept_id","id");--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_purpose" CHECK (purpose IN ('reset_password', 'change_email', 'link_line', 'agree_merge'));