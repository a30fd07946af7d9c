-- A sum beside its rows, compared when the transaction that changed one of them commits. Rows from before are compared at
-- their next change.
CREATE FUNCTION "point_balance_agrees"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT a.shop_id, a.customer_id INTO wrong
  FROM point_account a CROSS JOIN LATERAL (
    SELECT coalesce(sum(e.points), 0) AS points FROM point_entry e
    WHERE e.shop_id = a.shop_id AND e.customer_id = a.customer_id) e
  WHERE a.shop_id = coalesce(new.shop_id, old.shop_id) AND a.customer_id IN (new.customer_id, old.customer_id)
    AND a.balance <> e.points LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'point_balance_agrees', TABLE = 'point_account',
      MESSAGE = format('points of member %s of shop %s: the balance is not the sum of the entries', wrong.customer_id, wrong.shop_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "point_balance_agrees" AFTER INSERT OR UPDATE OF balance ON "point_account"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION point_balance_agrees();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "point_balance_agrees" AFTER INSERT OR DELETE OR UPDATE OF points, customer_id ON "point_entry"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION point_balance_agrees();--> statement-breakpoint
CREATE FUNCTION "payment_refunds_agree"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint := CASE TG_TABLE_NAME WHEN 'payment' THEN (to_jsonb(new) ->> 'id')::bigint
    ELSE (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'payment_id')::bigint END;
  wrong record;
BEGIN
  SELECT p.shop_id, p.id INTO wrong
  FROM payment p CROSS JOIN LATERAL (
    SELECT coalesce(sum(r.amount) FILTER (WHERE r.way = 'provider'), 0) AS provider,
      coalesce(sum(r.amount) FILTER (WHERE r.way = 'hand'), 0) AS hand
    FROM payment_refund r WHERE r.shop_id = p.shop_id AND r.order_id = p.order_id AND r.payment_id = p.id) r
  WHERE p.shop_id = coalesce(new.shop_id, old.shop_id) AND p.id = changed AND p.state <> 'voided'
    AND (p.refunded_amount, p.repaid_amount) <> (r.provider, r.hand);
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refunds_agree', TABLE = 'payment',
      MESSAGE = format('payment %s of shop %s: what went back is not the sum of its refunds', wrong.id, wrong.shop_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_refunds_agree" AFTER UPDATE OF refunded_amount, repaid_amount ON "payment"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_refunds_agree();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_refunds_agree" AFTER INSERT OR DELETE OR UPDATE OF amount, way ON "payment_refund"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_refunds_agree();
