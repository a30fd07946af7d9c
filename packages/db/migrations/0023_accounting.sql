CREATE TABLE "closing_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "closing_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"event" text NOT NULL,
	"digest" text,
	"reason" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "closing_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "closing_event_event" CHECK (event IN ('closed', 'reopened')),
	CONSTRAINT "closing_event_month" CHECK (extract(day from month) = 1),
	CONSTRAINT "closing_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "journal_account" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "journal_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part" text NOT NULL,
	"payment_method_id" smallint,
	"account" text NOT NULL,
	"sub_account" text DEFAULT '' NOT NULL,
	"department" text DEFAULT '' NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"sub_code" text DEFAULT '' NOT NULL,
	CONSTRAINT "journal_account_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "journal_account_once" UNIQUE NULLS NOT DISTINCT("shop_id","part","payment_method_id")
);
--> statement-breakpoint
CREATE TABLE "journal_export" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "journal_export_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"program" text NOT NULL,
	"grain" text NOT NULL,
	"slips" integer NOT NULL,
	"debit" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file" "bytea" NOT NULL,
	"is_final" boolean NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "journal_export_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "journal_export_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "journal_tax_word" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "journal_tax_word_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program" text NOT NULL,
	"part" text NOT NULL,
	"tax_rate" smallint,
	"word" text NOT NULL,
	CONSTRAINT "journal_tax_word_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "journal_tax_word_once" UNIQUE NULLS NOT DISTINCT("shop_id","program","part","tax_rate")
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"happened_on" date NOT NULL,
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"tax_rate" smallint,
	"amount" integer NOT NULL,
	"tax" integer NOT NULL,
	"payment_method_id" smallint,
	"cause" text NOT NULL,
	"corrects_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entry_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "ledger_entry_once" UNIQUE NULLS NOT DISTINCT("shop_id","order_id","cause","kind","tax_rate"),
	CONSTRAINT "ledger_entry_kind" CHECK (kind IN ('sale', 'discount', 'delivery_fee', 'payment_fee', 'adjustment', 'return', 'prepaid', 'refund')),
	CONSTRAINT "ledger_entry_tax_rate" CHECK (tax_rate IN (8, 10)),
	CONSTRAINT "ledger_entry_amount" CHECK (amount <> 0 AND abs(tax) < abs(amount)),
	CONSTRAINT "ledger_entry_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4))
);
--> statement-breakpoint
CREATE TABLE "sales_basis" (
	"shop_id" bigint NOT NULL,
	"from_day" date NOT NULL,
	"basis" text NOT NULL,
	CONSTRAINT "sales_basis_shop_id_from_day_pk" PRIMARY KEY("shop_id","from_day"),
	CONSTRAINT "sales_basis_basis" CHECK (basis IN ('shipped', 'received'))
);
--> statement-breakpoint
ALTER TABLE "closing_event" ADD CONSTRAINT "closing_event_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_account" ADD CONSTRAINT "journal_account_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_export" ADD CONSTRAINT "journal_export_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_tax_word" ADD CONSTRAINT "journal_tax_word_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_corrects_id_fk" FOREIGN KEY ("shop_id","corrects_id") REFERENCES "public"."ledger_entry"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_basis" ADD CONSTRAINT "sales_basis_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closing_event_shop_id_month_id_index" ON "closing_event" USING btree ("shop_id","month","id");--> statement-breakpoint
CREATE INDEX "journal_export_shop_id_month_id_index" ON "journal_export" USING btree ("shop_id","month","id");--> statement-breakpoint
CREATE INDEX "ledger_entry_shop_id_day_id_index" ON "ledger_entry" USING btree ("shop_id","day","id");--> statement-breakpoint
CREATE INDEX "ledger_entry_shop_id_kind_day_id_index" ON "ledger_entry" USING btree ("shop_id","kind","day","id");