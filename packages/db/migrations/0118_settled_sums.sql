-- As 0106: sums beside their rows, compared when the transaction that changed one of them commits. Rows from before are
-- compared at their next change; a line without `settles` was taken in by an older server, which wrote no parts.
CREATE FUNCTION "payment_settled_agrees"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint := CASE TG_TABLE_NAME WHEN 'payment' THEN (to_jsonb(new) ->> 'id')::bigint
    ELSE (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'payment_id')::bigint END;
  wrong record;
BEGIN
  SELECT p.shop_id, p.id INTO wrong
  FROM payment p CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.settles), 0) AS sold, coalesce(sum(l.settles_refund), 0) AS back,
      coalesce(bool_or(l.settles IS NULL), false) AS is_older
    FROM settlement_line l WHERE l.shop_id = p.shop_id AND l.payment_id = p.id AND l.state <> 'taken_back') l
  WHERE p.shop_id = coalesce(new.shop_id, old.shop_id) AND p.id = changed AND NOT l.is_older
    AND (p.settled_amount, p.settled_refund) <> (l.sold, l.back);
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_settled_agrees', TABLE = 'payment',
      MESSAGE = format('payment %s of shop %s: what was settled is not the sum of its lines', wrong.id, wrong.shop_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_settled_agrees" AFTER UPDATE OF settled_amount, settled_refund ON "payment"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_settled_agrees();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_settled_agrees" AFTER INSERT OR DELETE OR UPDATE OF settles, settles_refund, state, payment_id
  ON "settlement_line" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_settled_agrees();--> statement-breakpoint
CREATE FUNCTION "payment_transfers_agree"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT p.shop_id, p.id INTO wrong
  FROM payment p CROSS JOIN LATERAL (
    SELECT coalesce(sum(t.amount), 0) AS amount FROM payment_transfer t
    WHERE t.shop_id = p.shop_id AND t.order_id = p.order_id AND t.payment_id = p.id) t
  WHERE p.shop_id = coalesce(new.shop_id, old.shop_id) AND p.id = coalesce(new.payment_id, old.payment_id)
    AND p.captured_amount <> t.amount;
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transfers_agree', TABLE = 'payment',
      MESSAGE = format('payment %s of shop %s: what came is not the sum of its transfers', wrong.id, wrong.shop_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_transfers_agree" AFTER INSERT OR DELETE OR UPDATE OF amount ON "payment_transfer"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_transfers_agree();
