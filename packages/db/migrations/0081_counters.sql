-- What changed orders gave was written to their uses and not to the counters beside them.
UPDATE promotion p SET used = u.uses, spent_yen = u.yen
FROM (
  SELECT shop_id, promotion_id, count(*)::int AS uses, coalesce(sum(yen), 0)::int AS yen
  FROM promotion_use WHERE is_counted AND released_at IS NULL GROUP BY 1, 2
) u
WHERE u.shop_id = p.shop_id AND u.promotion_id = p.id AND (p.max_uses IS NOT NULL OR p.budget_yen IS NOT NULL)
  AND (p.used, p.spent_yen) <> (u.uses, u.yen);
--> statement-breakpoint
UPDATE promotion p SET used = 0, spent_yen = 0
WHERE (p.max_uses IS NOT NULL OR p.budget_yen IS NOT NULL) AND (p.used, p.spent_yen) <> (0, 0)
  AND NOT EXISTS (
    SELECT FROM promotion_use u
    WHERE u.shop_id = p.shop_id AND u.promotion_id = p.id AND u.is_counted AND u.released_at IS NULL
  );
