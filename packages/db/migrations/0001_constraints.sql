-- What must hold whatever the program does: money and stock first.
ALTER TABLE "product" ADD CONSTRAINT "product_sale_type" CHECK (sale_type BETWEEN 1 AND 3);--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_lump_sum" CHECK (NOT lump_sum_payment_flag OR coalesce(lump_sum_payment_num, 0) > 0);--> statement-breakpoint
ALTER TABLE "product_sku"
  ADD CONSTRAINT "product_sku_stock" CHECK (stock >= 0),
  ADD CONSTRAINT "product_sku_price" CHECK (price >= 0 AND subscription_first_price >= 0 AND subscription_price >= 0),
  ADD CONSTRAINT "product_sku_tax_rate" CHECK (tax_rate IN (8, 10)),
  ADD CONSTRAINT "product_sku_sale_limit" CHECK (sale_limit BETWEEN 1 AND 99),
  ADD CONSTRAINT "product_sku_revision" CHECK (revision >= 1);--> statement-breakpoint
ALTER TABLE "cart_item"
  ADD CONSTRAINT "cart_item_quantity" CHECK (quantity > 0),
  ADD CONSTRAINT "cart_item_subscription" CHECK (subscription IN (0, 1));--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_delivery_free_amount" CHECK (delivery_free_amount >= 0);--> statement-breakpoint
ALTER TABLE "customer_rank" ADD CONSTRAINT "customer_rank_discount_rate" CHECK (discount_rate BETWEEN 0 AND 100);--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_fee" CHECK (flat_rate_delivery_fee >= 0);--> statement-breakpoint
ALTER TABLE "delivery_lead"
  ADD CONSTRAINT "delivery_lead_pref_id" CHECK (pref_id BETWEEN 1 AND 47),
  ADD CONSTRAINT "delivery_lead_extra_days" CHECK (extra_days >= 0);--> statement-breakpoint
ALTER TABLE "shop_payment"
  ADD CONSTRAINT "shop_payment_method" CHECK (payment_method_id BETWEEN 1 AND 4),
  ADD CONSTRAINT "shop_payment_max_amount" CHECK (max_amount BETWEEN 0 AND 999999999);--> statement-breakpoint
ALTER TABLE "shop_payment_fee" ADD CONSTRAINT "shop_payment_fee_amounts" CHECK (from_amount >= 0 AND fee >= 0);--> statement-breakpoint
-- A member who came over LINE may not have told an address yet.
ALTER TABLE "customer"
  ADD CONSTRAINT "customer_postal_code" CHECK (postal_code01 ~ '^([0-9]{3})?$' AND postal_code02 ~ '^([0-9]{4})?$'),
  ADD CONSTRAINT "customer_sex" CHECK (sex IN (1, 2));--> statement-breakpoint
ALTER TABLE "customer_address"
  ADD CONSTRAINT "customer_address_postal_code" CHECK (postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'),
  ADD CONSTRAINT "customer_address_pref_id" CHECK (pref_id BETWEEN 1 AND 47);--> statement-breakpoint
ALTER TABLE "orders"
  ADD CONSTRAINT "orders_postal_code" CHECK (postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'),
  ADD CONSTRAINT "orders_pref_id" CHECK (pref_id BETWEEN 1 AND 47),
  ADD CONSTRAINT "orders_status" CHECK (status IN ('received', 'payment_pending', 'payment_error', 'arranged', 'shipped', 'delivered', 'cancelled', 'returned')),
  ADD CONSTRAINT "orders_payment_method" CHECK (payment_method_id BETWEEN 1 AND 4),
  ADD CONSTRAINT "orders_amounts" CHECK (subtotal >= 0 AND discount_amount >= 0 AND delivery_fee >= 0 AND payment_fee >= 0 AND tax_total >= 0),
  ADD CONSTRAINT "orders_payment_total" CHECK (payment_total BETWEEN 0 AND 999999999),
  ADD CONSTRAINT "orders_sum" CHECK (payment_total = subtotal - discount_amount + delivery_fee + payment_fee + adjustment_amount);--> statement-breakpoint
ALTER TABLE "order_item"
  ADD CONSTRAINT "order_item_quantity" CHECK (quantity > 0),
  ADD CONSTRAINT "order_item_amounts" CHECK (price >= 0 AND subtotal >= 0 AND discount_amount BETWEEN 0 AND subtotal),
  ADD CONSTRAINT "order_item_tax_rate" CHECK (tax_rate IN (8, 10));--> statement-breakpoint
ALTER TABLE "payment"
  ADD CONSTRAINT "payment_amount" CHECK (amount BETWEEN 0 AND 999999999),
  ADD CONSTRAINT "payment_method" CHECK (payment_method_id BETWEEN 1 AND 4);--> statement-breakpoint
ALTER TABLE "subscription"
  ADD CONSTRAINT "subscription_summary_status" CHECK (summary_status BETWEEN 0 AND 6),
  ADD CONSTRAINT "subscription_division" CHECK (subscription_division_id BETWEEN 1 AND 3),
  ADD CONSTRAINT "subscription_payment_method" CHECK (payment_method_id BETWEEN 1 AND 4),
  ADD CONSTRAINT "subscription_delivery_fee" CHECK (delivery_fee >= 0),
  ADD CONSTRAINT "subscription_cycle" CHECK (cycle >= 1),
  ADD CONSTRAINT "subscription_postal_code" CHECK (postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'),
  ADD CONSTRAINT "subscription_pref_id" CHECK (pref_id BETWEEN 1 AND 47);--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD CONSTRAINT "subscription_order_item_quantity" CHECK (quantity > 0);
