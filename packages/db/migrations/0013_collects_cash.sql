ALTER TABLE "shipment" ADD COLUMN "collects_cash" boolean;--> statement-breakpoint
-- Labels that are printed already, of orders on their way: the first parcel of an order in its batch stated the amount.
-- A parcel was in the batch of another one if both were packed within a minute, and it was not taken out or cancelled
-- before the file was made.
UPDATE "shipment" s SET "collects_cash" = NOT EXISTS (
  SELECT FROM "shipment" e
    JOIN "shipment_event" p ON p."shop_id" = e."shop_id" AND p."shipment_id" = e."id" AND p."status" = 'packed'
  WHERE e."shop_id" = s."shop_id" AND e."order_id" = s."order_id" AND e."id" < s."id"
    AND p."created_at" BETWEEN s."packed_at" - interval '1 minute' AND s."packed_at" + interval '1 minute'
    AND NOT EXISTS (
      SELECT FROM "shipment_event" t
      WHERE t."shop_id" = p."shop_id" AND t."shipment_id" = p."shipment_id" AND t."id" > p."id"
        AND t."status" IN ('ready', 'cancelled') AND t."created_at" <= f."created_at"))
FROM "shipping_file" f, "orders" o
WHERE f."shop_id" = s."shop_id" AND f."id" = s."shipping_file_id"
  AND o."shop_id" = s."shop_id" AND o."id" = s."order_id" AND o."status" IN ('arranged', 'shipped')
  AND o."payment_method_id" IS NULL AND o."payment_total" > 0;