ALTER TABLE "customer" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
-- Who has opened a link in a mail before has proved that the address is theirs.
UPDATE "customer" c SET "email_verified_at" = e.at FROM (
  SELECT shop_id, customer_id, max(created_at) AS at FROM "security_event"
  WHERE event IN ('password_reset', 'email_changed') GROUP BY shop_id, customer_id
) e WHERE e.shop_id = c.shop_id AND e.customer_id = c.id AND c.withdrawn_at IS NULL;--> statement-breakpoint
-- A shop's own text of the registration mail carries the link that verifies the address.
UPDATE "message_text" SET body = replace(body, '{署名}', '{確認のページ}' || E'\n\n' || '{署名}')
WHERE kind = 'registered' AND position('{確認のページ}' IN body) = 0;
