CREATE TABLE "consent_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consent_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"channel" text NOT NULL,
	"is_given" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_token" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"customer_id" integer,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inquiry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"inquiry_no" text NOT NULL,
	"inquiry_status_id" smallint NOT NULL,
	"inquiry_type_id" smallint NOT NULL,
	"kind" text NOT NULL,
	"customer_id" integer,
	"inquiry_category_id" integer,
	"inquiry_category" text,
	"name" text NOT NULL,
	"name_kana" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"terms_version" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_document" (
	"order_id" integer NOT NULL,
	"document_type" text NOT NULL,
	"issue_no" integer NOT NULL,
	"addressee" text NOT NULL,
	"proviso" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_document_order_id_document_type_issue_no_pk" PRIMARY KEY("order_id","document_type","issue_no")
);
--> statement-breakpoint
CREATE TABLE "order_status_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_status_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "line_magazine_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "line_magazine_consented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_company" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_no" text;--> statement-breakpoint
ALTER TABLE "card_registration" ADD COLUMN "replaces_seq" integer;--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_document" ADD CONSTRAINT "order_document_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_event" ADD CONSTRAINT "order_status_event_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_event_customer_id_index" ON "consent_event" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "one_time_token_customer_id_purpose_index" ON "one_time_token" USING btree ("customer_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_token_expires_at_index" ON "one_time_token" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_inquiry_no_index" ON "inquiry" USING btree ("inquiry_no");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_shop_id_idempotency_key_index" ON "inquiry" USING btree ("shop_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_inquiry_status_id_created_at_index" ON "inquiry" USING btree ("shop_id","inquiry_status_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiry_customer_id_index" ON "inquiry" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "order_status_event_order_id_index" ON "order_status_event" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_company" CHECK (delivery_company IN ('yamato', 'sagawa', 'japan_post'));--> statement-breakpoint
ALTER TABLE "order_document"
  ADD CONSTRAINT "order_document_type" CHECK (document_type IN ('receipt', 'delivery-slip')),
  ADD CONSTRAINT "order_document_issue_no" CHECK (issue_no >= 1);--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_channel" CHECK (channel IN ('mail', 'line'));--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_purpose" CHECK (purpose IN ('reset_password', 'change_email'));--> statement-breakpoint
ALTER TABLE "inquiry"
  ADD CONSTRAINT "inquiry_status" CHECK (inquiry_status_id BETWEEN 1 AND 6),
  ADD CONSTRAINT "inquiry_type" CHECK (inquiry_type_id BETWEEN 1 AND 3),
  ADD CONSTRAINT "inquiry_kind" CHECK (kind IN ('contact', 'supplier'));--> statement-breakpoint
-- Whoever changes the status of an order also writes its history, at the time that the shop's own clock says.
CREATE FUNCTION "note_order_status"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_status_event (order_id, status, created_at) VALUES (new.id, new.status, new.updated_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_status_added" AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION note_order_status();--> statement-breakpoint
CREATE TRIGGER "orders_status_changed" AFTER UPDATE ON "orders" FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION note_order_status();--> statement-breakpoint
INSERT INTO order_status_event (order_id, status, created_at) SELECT id, status, updated_at FROM orders;--> statement-breakpoint
-- Consents that were given before they were recorded one by one.
INSERT INTO consent_event (customer_id, channel, is_given, created_at)
  SELECT id, 'mail', true, mail_magazine_consented_at FROM customer WHERE mail_magazine_consented_at IS NOT NULL;
