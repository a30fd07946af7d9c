UPDATE "payment" SET
  "reference" = jsonb_strip_nulls(jsonb_build_object('access_id', "access_id", 'access_pass', "access_pass", 'approve', "approve", 'tran_id', "tran_id")),
  "return_key" = "access_id",
  "captured_amount" = CASE WHEN "state" IN ('captured', 'refunded') THEN "amount" ELSE 0 END,
  "refunded_amount" = CASE WHEN "state" = 'refunded' THEN "amount" ELSE 0 END,
  "state" = CASE WHEN "state" = 'entered' THEN 'intent' ELSE "state" END;--> statement-breakpoint
-- Cash on delivery is a payment like any other now.
INSERT INTO "payment" ("shop_id", "order_id", "payment_method_id", "state", "amount", "captured_amount", "refunded_amount", "provider_order_id", "reference", "created_at", "updated_at")
SELECT o."shop_id", o."id", NULL, s."state", o."payment_total",
  CASE WHEN s."state" IN ('captured', 'refunded') THEN o."payment_total" ELSE 0 END,
  CASE WHEN s."state" = 'refunded' THEN o."payment_total" ELSE 0 END,
  o."order_no", jsonb_build_object('state', s."state"), o."created_at", o."updated_at"
FROM "orders" o, LATERAL (SELECT CASE o."status" WHEN 'cancelled' THEN 'voided' WHEN 'delivered' THEN 'captured' WHEN 'returned' THEN 'refunded' ELSE 'authorised' END AS "state") s
WHERE o."payment_method_id" IS NULL AND o."payment_total" > 0 AND o."status" NOT IN ('payment_pending', 'payment_error')
  AND NOT EXISTS (SELECT FROM "payment" p WHERE p."order_id" = o."id");--> statement-breakpoint
DROP INDEX "payment_access_id_index";--> statement-breakpoint
ALTER TABLE "payment" DROP COLUMN "access_id";--> statement-breakpoint
ALTER TABLE "payment" DROP COLUMN "access_pass";--> statement-breakpoint
ALTER TABLE "payment" DROP COLUMN "approve";--> statement-breakpoint
ALTER TABLE "payment" DROP COLUMN "tran_id";