CREATE TABLE "order_check" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_check_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"outcome" text NOT NULL,
	"matches" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"decision" text,
	"decided_at" timestamp with time zone,
	"operator_id" bigint,
	CONSTRAINT "order_check_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "order_check_outcome" CHECK (outcome IN ('told', 'held')),
	CONSTRAINT "order_check_decision" CHECK ((decision IS NULL) = (decided_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "person_sign" (
	"shop_id" bigint NOT NULL,
	"sign" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_sign_shop_id_sign_customer_id_pk" PRIMARY KEY("shop_id","sign","customer_id"),
	CONSTRAINT "person_sign_kind" CHECK (kind IN ('phone', 'mailbox', 'line', 'resident', 'place'))
);
--> statement-breakpoint
CREATE TABLE "person_sign_progress" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"order_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "first_price_audience" text DEFAULT 'once' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_check" ADD CONSTRAINT "order_check_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_sign" ADD CONSTRAINT "person_sign_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_sign_progress" ADD CONSTRAINT "person_sign_progress_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_check_shop_id_order_id_index" ON "order_check" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "order_check_open" ON "order_check" USING btree ("shop_id","due_at","id") WHERE outcome = 'held' AND decided_at IS NULL;--> statement-breakpoint
CREATE INDEX "person_sign_shop_id_customer_id_index" ON "person_sign" USING btree ("shop_id","customer_id");--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_first_price_audience" CHECK (first_price_audience IN ('everybody', 'once'));