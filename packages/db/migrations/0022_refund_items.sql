CREATE TABLE "order_credit" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_credit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"tax_lines" jsonb NOT NULL,
	"corrects_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_credit_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "order_credit_kind" CHECK (kind IN ('return', 'missing', 'parcel_back', 'exchange', 'reduction', 'ended', 'kept')),
	CONSTRAINT "order_credit_amount" CHECK (amount >= 0 OR corrects_id IS NOT NULL),
	CONSTRAINT "order_credit_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "order_credit_item" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_credit_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_credit_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"order_item_id" bigint,
	"quantity" integer,
	"amount" integer NOT NULL,
	"tax_rate" integer NOT NULL,
	"restocked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_credit_item_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "order_credit_item_kind" CHECK (kind IN ('goods', 'delivery_fee', 'payment_fee', 'reduction')),
	CONSTRAINT "order_credit_item_goods" CHECK ((kind = 'goods') = (order_item_id IS NOT NULL) AND (kind = 'goods') = (quantity IS NOT NULL)),
	CONSTRAINT "order_credit_item_tax_rate" CHECK (tax_rate IN (8, 10))
);
--> statement-breakpoint
CREATE TABLE "payment_refund" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"corrects_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_refund_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "payment_refund_way" CHECK (way IN ('provider', 'hand')),
	CONSTRAINT "payment_refund_amount" CHECK (amount > 0 OR (amount < 0 AND corrects_id IS NOT NULL)),
	CONSTRAINT "payment_refund_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "credited_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "repaid_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refund_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "claim_no" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_credit" ADD CONSTRAINT "order_credit_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_credit" ADD CONSTRAINT "order_credit_corrects_id_fk" FOREIGN KEY ("shop_id","corrects_id") REFERENCES "public"."order_credit"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_credit_item" ADD CONSTRAINT "order_credit_item_order_credit_id_fk" FOREIGN KEY ("shop_id","order_credit_id") REFERENCES "public"."order_credit"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_credit_item" ADD CONSTRAINT "order_credit_item_order_item_id_fk" FOREIGN KEY ("shop_id","order_item_id") REFERENCES "public"."order_item"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_payment_id_fk" FOREIGN KEY ("shop_id","payment_id") REFERENCES "public"."payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_corrects_id_fk" FOREIGN KEY ("shop_id","corrects_id") REFERENCES "public"."payment_refund"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_credit_shop_id_order_id_index" ON "order_credit" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "order_credit_shop_id_created_at_id_index" ON "order_credit" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "order_credit_item_shop_id_order_credit_id_index" ON "order_credit_item" USING btree ("shop_id","order_credit_id");--> statement-breakpoint
CREATE INDEX "order_credit_item_shop_id_order_item_id_index" ON "order_credit_item" USING btree ("shop_id","order_item_id") WHERE order_item_id is not null;--> statement-breakpoint
CREATE INDEX "payment_refund_shop_id_order_id_index" ON "payment_refund" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "payment_refund_shop_id_created_at_id_index" ON "payment_refund" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_refund_check" ON "payment" USING btree ("shop_id","refund_check_at") WHERE refund_check_at is not null;--> statement-breakpoint
CREATE INDEX "payment_owed" ON "payment" USING btree ("shop_id","id") WHERE captured_amount + credited_amount - refunded_amount - repaid_amount > amount;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_credited_amount" CHECK (credited_amount BETWEEN 0 AND amount);--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_repaid_amount" CHECK (repaid_amount BETWEEN 0 AND captured_amount - refunded_amount);--> statement-breakpoint
UPDATE payment p SET credited_amount = CASE o.status WHEN 'returned' THEN p.amount ELSE p.refunded_amount END
FROM orders o WHERE o.shop_id = p.shop_id AND o.id = p.order_id AND (p.refunded_amount > 0 OR (o.status = 'returned' AND p.captured_amount > 0));
--> statement-breakpoint
-- Refunds until now named no goods: one 赤伝 each, shared over the tax rates in proportion to what was paid at each.
WITH "part" AS (
	SELECT p.shop_id, p.id AS payment_id, p.order_id, o.status, p.credited_amount, p.updated_at, (l ->> 'tax_rate')::int AS tax_rate,
		(p.credited_amount::bigint * (l ->> 'total')::int) / o.payment_total AS share,
		(p.credited_amount::bigint * (l ->> 'total')::int) % o.payment_total AS rest
	FROM payment p JOIN orders o ON o.shop_id = p.shop_id AND o.id = p.order_id, jsonb_array_elements(o.tax_lines) l
	WHERE p.credited_amount > 0 AND o.payment_total > 0
), "shared" AS (
	SELECT shop_id, payment_id, order_id, status, updated_at, tax_rate,
		share + (row_number() OVER w <= credited_amount - sum(share) OVER (PARTITION BY shop_id, payment_id))::int AS total
	FROM part WINDOW w AS (PARTITION BY shop_id, payment_id ORDER BY rest DESC, tax_rate DESC)
)
INSERT INTO order_credit (shop_id, order_id, kind, amount, tax_lines, actor_kind, actor_name, created_at)
SELECT shop_id, order_id, CASE status WHEN 'returned' THEN 'return' ELSE 'reduction' END, sum(total),
	jsonb_agg(jsonb_build_object('tax_rate', tax_rate, 'total', total, 'tax', total * tax_rate / (100 + tax_rate)) ORDER BY tax_rate DESC),
	'system', 'upgrade', updated_at
FROM shared WHERE total > 0 GROUP BY shop_id, order_id, status, updated_at, payment_id;
--> statement-breakpoint
INSERT INTO order_credit_item (shop_id, order_credit_id, kind, amount, tax_rate)
SELECT c.shop_id, c.id, 'reduction', (l ->> 'total')::int, (l ->> 'tax_rate')::int FROM order_credit c, jsonb_array_elements(c.tax_lines) l;
--> statement-breakpoint
INSERT INTO payment_refund (shop_id, payment_id, order_id, way, amount, actor_kind, actor_name, created_at)
SELECT shop_id, id, order_id, 'provider', refunded_amount, 'system', 'upgrade', updated_at FROM payment WHERE refunded_amount > 0;
