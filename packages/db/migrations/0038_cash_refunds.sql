-- A refund of 代金引換 was booked as if its carrier gave it back; the carrier pays out whole, so it is settled by the shop's own hand.
UPDATE "payment" SET "settled_refund" = "refunded_amount" WHERE "payment_method_id" IS NULL AND "refunded_amount" > "settled_refund";
