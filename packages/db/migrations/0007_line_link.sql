CREATE TABLE "line_friend" (
	"shop_id" integer NOT NULL,
	"line_user_id" text NOT NULL,
	"friend_status_id" smallint NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "line_friend_shop_id_line_user_id_pk" PRIMARY KEY("shop_id","line_user_id")
);
--> statement-breakpoint
CREATE TABLE "line_link_nonce" (
	"nonce_hash" "bytea" PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "one_time_token" ADD COLUMN "line_id" text;--> statement-breakpoint
ALTER TABLE "line_friend" ADD CONSTRAINT "line_friend_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_link_nonce" ADD CONSTRAINT "line_link_nonce_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_link_nonce_customer_id_index" ON "line_link_nonce" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "line_link_nonce_expires_at_index" ON "line_link_nonce" USING btree ("expires_at");