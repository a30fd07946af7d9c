CREATE TABLE "bank_refund" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sealed" text,
	"masked" text DEFAULT '' NOT NULL,
	"transfer_file_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_refund_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "bank_refund_state" CHECK (state IN ('asked', 'given', 'filed', 'paid', 'returned', 'withdrawn')),
	CONSTRAINT "bank_refund_amount" CHECK (amount > 0),
	CONSTRAINT "bank_refund_account" CHECK (state NOT IN ('given', 'filed') OR sealed IS NOT NULL),
	CONSTRAINT "bank_refund_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "transfer_file" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "transfer_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pay_on" date NOT NULL,
	"state" text NOT NULL,
	"transfers" integer NOT NULL,
	"amount" bigint NOT NULL,
	"sha256" text NOT NULL,
	"sealed" text,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"approver_id" bigint,
	"approver_name" text,
	"approved_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfer_file_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "transfer_file_state" CHECK (state IN ('prepared', 'approved', 'paid', 'dropped')),
	CONSTRAINT "transfer_file_two_people" CHECK (approver_id IS NULL OR approver_id IS DISTINCT FROM actor_id),
	CONSTRAINT "transfer_file_approved" CHECK (state IN ('prepared', 'dropped') OR approver_id IS NOT NULL),
	CONSTRAINT "transfer_file_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "transfer_sender" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"client_code" text NOT NULL,
	"client_name" text NOT NULL,
	"bank_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"branch_code" text NOT NULL,
	"branch_name" text NOT NULL,
	"deposit_type" smallint NOT NULL,
	"account_number" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfer_sender_codes" CHECK (client_code ~ '^[0-9]{10}$' AND bank_code ~ '^[0-9]{4}$' AND branch_code ~ '^[0-9]{3}$'),
	CONSTRAINT "transfer_sender_account" CHECK (deposit_type IN (1, 2) AND account_number ~ '^[0-9]{7}$')
);
--> statement-breakpoint
ALTER TABLE "bank_refund" ADD CONSTRAINT "bank_refund_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_refund" ADD CONSTRAINT "bank_refund_payment_id_fk" FOREIGN KEY ("shop_id","payment_id") REFERENCES "public"."payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_refund" ADD CONSTRAINT "bank_refund_transfer_file_id_fk" FOREIGN KEY ("shop_id","transfer_file_id") REFERENCES "public"."transfer_file"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_file" ADD CONSTRAINT "transfer_file_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_file" ADD CONSTRAINT "transfer_file_approver_id_operator_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_sender" ADD CONSTRAINT "transfer_sender_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_refund_token" ON "bank_refund" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_refund_open" ON "bank_refund" USING btree ("shop_id","order_id") WHERE state IN ('asked', 'given', 'filed');--> statement-breakpoint
CREATE INDEX "bank_refund_waiting" ON "bank_refund" USING btree ("shop_id","id") WHERE state IN ('asked', 'given', 'filed', 'returned');--> statement-breakpoint
CREATE INDEX "bank_refund_known" ON "bank_refund" USING btree ("shop_id","updated_at") WHERE sealed IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_refund_shop_id_transfer_file_id_index" ON "bank_refund" USING btree ("shop_id","transfer_file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_file_of_day" ON "transfer_file" USING btree ("shop_id","pay_on") WHERE state <> 'dropped';