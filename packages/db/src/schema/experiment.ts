import { EXPERIMENT_SUBJECT_NAME } from '@kushi/values/experiment'
import type { PromotionTerms } from '@kushi/values/promotion'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { promotion } from './promotion.ts'
import { subscription } from './subscription.ts'

/** 比較: what a share of contracts, by chance, is not shown. What it compares is fixed when it starts. */
export const experiment = shopTable(
  'experiment',
  { owner: 'experiment', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    subject: closedListColumn(EXPERIMENT_SUBJECT_NAME).notNull().default('cancel_offer'),
    /** Of an offer at 解約: the promotion, and its terms as they are compared. */
    promotion_id: idColumn(),
    terms: jsonb().$type<PromotionTerms>(),
    /** The key of the hash that decides who is held out. */
    salt: text().notNull(),
    holdout_percent: smallint().notNull(),
    /** Days after its exposure on which a contract is judged. */
    window_days: smallint().notNull(),
    /** Contracts at which a decision is expected. */
    expected: integer().notNull(),
    started_at: timestamp({ withTimezone: true }).notNull(),
    /** null: it runs. */
    ended_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.promotion_id, promotion),
    uniqueIndex('experiment_running').on(t.shop_id, t.promotion_id).where(sql`ended_at is null`),
    uniqueIndex('experiment_running_pace').on(t.shop_id).where(sql`ended_at is null and subject = 'pace'`),
    closedListCheck('experiment_subject', t.subject),
    check(
      'experiment_promotion',
      sql`(subject = 'cancel_offer') = (promotion_id IS NOT NULL) AND (promotion_id IS NULL) = (terms IS NULL)`,
    ),
    check('experiment_holdout_percent', sql`holdout_percent BETWEEN 1 AND 99`),
    check('experiment_expected', sql`expected > 0`),
  ],
)

/** A contract to which it was shown, or would have been. */
export const experiment_unit = shopTable(
  'experiment_unit',
  {
    owner: 'experiment',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: { not: 'on which side of a comparison by chance a contract is' },
      erased: { stays: 'names nobody' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    experiment_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    is_held_out: boolean().notNull(),
    exposed_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.experiment_id, t.subscription_id] }),
    shopForeignKey(t, t.experiment_id, experiment),
    shopForeignKey(t, t.subscription_id, subscription),
    index().on(t.shop_id, t.subscription_id),
  ],
)
