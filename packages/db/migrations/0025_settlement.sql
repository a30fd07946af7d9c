CREATE TABLE "settlement_file" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "settlement_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"state" text NOT NULL,
	"provider" text,
	"columns" jsonb,
	"paid_on" date,
	"sample" jsonb,
	"row_count" integer,
	"done_rows" integer DEFAULT 0 NOT NULL,
	"known_rows" integer DEFAULT 0 NOT NULL,
	"fault" jsonb,
	"claimed_until" timestamp with time zone,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlement_file_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "settlement_file_state" CHECK (state IN ('asking', 'reading', 'done', 'refused')),
	CONSTRAINT "settlement_file_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "settlement_layout" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "settlement_layout_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"head_sign" text NOT NULL,
	"provider" text NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlement_layout_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "settlement_layout_shop_id_head_sign_unique" UNIQUE("shop_id","head_sign")
);
--> statement-breakpoint
CREATE TABLE "settlement_line" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "settlement_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_file_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"key" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"order_ref" text NOT NULL,
	"provider_ref" text NOT NULL,
	"tracking_no" text NOT NULL,
	"party" text NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"happened_on" date,
	"paid_on" date NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"payment_id" bigint,
	"order_id" bigint,
	"payout_file_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"settled_by" text,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlement_line_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "settlement_line_once" UNIQUE("shop_id","provider","key"),
	CONSTRAINT "settlement_line_kind" CHECK (kind IN ('sale', 'refund', 'chargeback', 'fee', 'transfer', 'deposit')),
	CONSTRAINT "settlement_line_state" CHECK (state IN ('matched', 'open', 'settled', 'noted')),
	CONSTRAINT "settlement_line_reason" CHECK (state <> 'open' OR reason IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "settlement_payout" (
	"shop_id" bigint NOT NULL,
	"settlement_file_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"paid_on" date NOT NULL,
	"lines" integer NOT NULL,
	"received" integer NOT NULL,
	"refunded" integer NOT NULL,
	"fee" integer NOT NULL,
	"net" integer NOT NULL,
	"bank_line_id" bigint,
	CONSTRAINT "settlement_payout_shop_id_settlement_file_id_provider_paid_on_pk" PRIMARY KEY("shop_id","settlement_file_id","provider","paid_on")
);
--> statement-breakpoint
CREATE TABLE "settlement_term" (
	"shop_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"from_day" date NOT NULL,
	"fee_rate" numeric(6, 3),
	"fee_fixed" integer DEFAULT 0 NOT NULL,
	"fee_tax" text NOT NULL,
	"pays_within_days" integer NOT NULL,
	CONSTRAINT "settlement_term_shop_id_provider_pk" PRIMARY KEY("shop_id","provider"),
	CONSTRAINT "settlement_term_fee_rate" CHECK (fee_rate BETWEEN 0 AND 100),
	CONSTRAINT "settlement_term_fee_tax" CHECK (fee_tax IN ('exempt', 'included', 'added')),
	CONSTRAINT "settlement_term_pays_within" CHECK (pays_within_days BETWEEN 1 AND 180)
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_kind";--> statement-breakpoint
ALTER TABLE "ledger_entry" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "captured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "settled_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "settled_refund" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_file" ADD CONSTRAINT "settlement_file_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_layout" ADD CONSTRAINT "settlement_layout_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_settlement_file_id_fk" FOREIGN KEY ("shop_id","settlement_file_id") REFERENCES "public"."settlement_file"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_payment_id_fk" FOREIGN KEY ("shop_id","payment_id") REFERENCES "public"."payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_payout_file_id_fk" FOREIGN KEY ("shop_id","payout_file_id") REFERENCES "public"."settlement_file"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_payout" ADD CONSTRAINT "settlement_payout_settlement_file_id_fk" FOREIGN KEY ("shop_id","settlement_file_id") REFERENCES "public"."settlement_file"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_payout" ADD CONSTRAINT "settlement_payout_bank_line_id_fk" FOREIGN KEY ("shop_id","bank_line_id") REFERENCES "public"."settlement_line"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_term" ADD CONSTRAINT "settlement_term_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_file_once" ON "settlement_file" USING btree ("shop_id","sha256") WHERE state <> 'refused';--> statement-breakpoint
CREATE INDEX "settlement_file_reading" ON "settlement_file" USING btree ("shop_id","id") WHERE state = 'reading';--> statement-breakpoint
CREATE INDEX "settlement_line_shop_id_created_at_id_index" ON "settlement_line" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "settlement_line_shop_id_settlement_file_id_created_at_id_index" ON "settlement_line" USING btree ("shop_id","settlement_file_id","created_at","id");--> statement-breakpoint
CREATE INDEX "settlement_line_open" ON "settlement_line" USING btree ("shop_id","created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "settlement_line_payment" ON "settlement_line" USING btree ("shop_id","payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_line_order_ref" ON "settlement_line" USING btree ("shop_id","order_ref") WHERE order_ref <> '';--> statement-breakpoint
CREATE INDEX "settlement_line_provider_ref" ON "settlement_line" USING btree ("shop_id","provider_ref") WHERE provider_ref <> '';--> statement-breakpoint
CREATE INDEX "settlement_line_tracking_no" ON "settlement_line" USING btree ("shop_id","tracking_no") WHERE tracking_no <> '';--> statement-breakpoint
CREATE INDEX "settlement_payout_shop_id_paid_on_index" ON "settlement_payout" USING btree ("shop_id","paid_on");--> statement-breakpoint
CREATE INDEX "payment_unsettled" ON "payment" USING btree ("shop_id","created_at","id") WHERE captured_amount - settled_amount <> refunded_amount - settled_refund;--> statement-breakpoint
CREATE INDEX "payment_provider_no" ON "payment" USING btree ("shop_id",coalesce(reference ->> 'charge_id', reference ->> 'np_transaction_id', reference ->> 'gmo_transaction_id', reference ->> 'tran_id') text_pattern_ops) WHERE captured_amount > 0;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_kind" CHECK (kind IN ('sale', 'discount', 'delivery_fee', 'payment_fee', 'adjustment', 'return', 'prepaid', 'refund', 'received', 'provider_fee', 'suspense', 'difference'));--> statement-breakpoint
UPDATE "payment" p SET "captured_at" = coalesce((SELECT min(e."created_at") FROM "payment_event" e WHERE e."shop_id" = p."shop_id" AND e."payment_id" = p."id" AND e."event" = 'captured'), p."updated_at") WHERE p."captured_amount" > 0;
