CREATE TABLE "customer_challenge" (
	"shop_id" bigint NOT NULL,
	"challenge" text NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"customer_id" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_challenge_shop_id_challenge_pk" PRIMARY KEY("shop_id","challenge")
);
--> statement-breakpoint
CREATE TABLE "customer_device" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"device" text NOT NULL,
	"proof" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_device_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "customer_device_proof" CHECK (proof IN ('registered', 'passkey', 'line', 'code', 'mail'))
);
--> statement-breakpoint
CREATE TABLE "customer_passkey" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_passkey_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "customer_passkey_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_code" (
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_code_shop_id_customer_id_device_hash_pk" PRIMARY KEY("shop_id","customer_id","device_hash")
);
--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_event";--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "device_check_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_challenge" ADD CONSTRAINT "customer_challenge_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_device" ADD CONSTRAINT "customer_device_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_passkey" ADD CONSTRAINT "customer_passkey_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_challenge_customer_id_index" ON "customer_challenge" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_challenge_expires_at_index" ON "customer_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_device_shop_id_customer_id_device_hash_index" ON "customer_device" USING btree ("shop_id","customer_id","device_hash");--> statement-breakpoint
CREATE INDEX "customer_device_expires_at_index" ON "customer_device" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_passkey_shop_id_credential_id_index" ON "customer_passkey" USING btree ("shop_id","credential_id");--> statement-breakpoint
CREATE INDEX "customer_passkey_shop_id_customer_id_index" ON "customer_passkey" USING btree ("shop_id","customer_id");--> statement-breakpoint
CREATE INDEX "device_code_expires_at_index" ON "device_code" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_event" CHECK (event IN ('registered', 'login', 'login_failed', 'logout', 'session_ended', 'password_changed', 'reset_asked', 'password_reset', 'email_changed', 'line_linked', 'line_unlinked', 'withdrawn', 'merged', 'acted_for', 'passkey_added', 'passkey_removed', 'device_confirmed', 'device_removed', 'register_refused')) NOT VALID;
