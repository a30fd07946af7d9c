CREATE TABLE "issued_document" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "issued_document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"document_type" text NOT NULL,
	"title" text NOT NULL,
	"issued_on" date NOT NULL,
	"amount" integer NOT NULL,
	"party" text NOT NULL,
	"printed_sha256" text NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea",
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "issued_document_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "issued_document_type" CHECK (document_type IN ('receipt', 'delivery-slip', 'return-invoice')),
	CONSTRAINT "issued_document_erased" CHECK ((content IS NULL) = (erased_at IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "issued_document" ADD CONSTRAINT "issued_document_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_document_once" ON "issued_document" USING btree ("shop_id","order_id","document_type","printed_sha256");--> statement-breakpoint
CREATE INDEX "issued_document_shop_id_issued_on_id_index" ON "issued_document" USING btree ("shop_id","issued_on","id");--> statement-breakpoint
CREATE INDEX "issued_document_shop_id_amount_id_index" ON "issued_document" USING btree ("shop_id","amount","id");--> statement-breakpoint
CREATE INDEX "issued_document_shop_id_document_type_issued_on_id_index" ON "issued_document" USING btree ("shop_id","document_type","issued_on","id");--> statement-breakpoint
CREATE INDEX "issued_document_party" ON "issued_document" USING btree ("shop_id","party" text_pattern_ops);