import { EXPERIMENT_SUBJECT_NAME, type ExperimentArm } from '@kushi/values/experiment'
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
import { landing_page } from './landing-page.ts'
import { orders } from './order.ts'
import { order_offer } from './order-offer.ts'
import { promotion } from './promotion.ts'
import { subscription } from './subscription.ts'

/** 比較: what a share of contracts or visitors, by chance, is not shown. What it compares is fixed when it starts. */
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
    /** Of 申し込みページ: the page, and its variants with their shares. */
    landing_page_id: idColumn(),
    arms: jsonb().$type<ExperimentArm[]>(),
    /** Of 注文のときのご案内: the offer. */
    order_offer_id: idColumn(),
    /** The key of the hash that decides who is shown what. */
    salt: text().notNull(),
    /** Of 申し込みページ: the visitors who don't get the page's own content. */
    holdout_percent: smallint().notNull(),
    /** Days after its exposure on which a contract or a visitor is judged. */
    window_days: smallint().notNull(),
    /** Contracts or visitors at which a decision is expected. */
    expected: integer().notNull(),
    /** Rows in `experiment_visitor`. */
    visitors: integer().notNull().default(0),
    started_at: timestamp({ withTimezone: true }).notNull(),
    /** null: it runs. */
    ended_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.promotion_id, promotion),
    shopForeignKey(t, t.landing_page_id, landing_page).onDelete('cascade'),
    shopForeignKey(t, t.order_offer_id, order_offer).onDelete('cascade'),
    uniqueIndex('experiment_running').on(t.shop_id, t.promotion_id).where(sql`ended_at is null`),
    uniqueIndex('experiment_running_pace').on(t.shop_id).where(sql`ended_at is null and subject = 'pace'`),
    uniqueIndex('experiment_running_page')
      .on(t.shop_id, t.landing_page_id)
      .where(sql`ended_at is null and landing_page_id is not null`),
    uniqueIndex('experiment_running_offer')
      .on(t.shop_id, t.order_offer_id)
      .where(sql`ended_at is null and order_offer_id is not null`),
    closedListCheck('experiment_subject', t.subject),
    check(
      'experiment_landing_page',
      sql`(subject = 'landing_page') = (landing_page_id IS NOT NULL) AND (landing_page_id IS NULL) = (arms IS NULL)`,
    ),
    check(
      'experiment_promotion',
      sql`(subject = 'cancel_offer') = (promotion_id IS NOT NULL) AND (promotion_id IS NULL) = (terms IS NULL)`,
    ),
    check('experiment_order_offer', sql`(subject IN ('order_offer', 'form_offer')) = (order_offer_id IS NOT NULL)`),
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

/**
 * A browser that was shown an arm, or an offer (0), or was not (1). Neither who, nor where from: the sign is a hash with the
 * comparison's own key.
 */
export const experiment_visitor = shopTable(
  'experiment_visitor',
  { owner: 'experiment', kept: [{ after: { days: 730 }, since: 'seen_at' }] },
  {
    shop_id: idColumn().notNull(),
    experiment_id: idColumn().notNull(),
    visitor_hash: text().notNull(),
    arm: smallint().notNull(),
    seen_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.experiment_id, t.visitor_hash] }),
    shopForeignKey(t, t.experiment_id, experiment).onDelete('cascade'),
  ],
)

/**
 * An order that a comparison judges. It is the result of a visit, with the arm of its visitor (it does not lead to the
 * visitor's row). Or an order that was shown an offer afterwards (0) or was not (1).
 */
export const experiment_order = shopTable(
  'experiment_order',
  {
    owner: 'experiment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: { not: 'what was shown by chance' },
      erased: { stays: 'names nobody' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    experiment_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    arm: smallint().notNull(),
    seen_at: timestamp({ withTimezone: true }).notNull(),
    /** Yen of an order that was shown an offer, or would have been, as it was then; null: what came of a visit. */
    before_yen: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.experiment_id, t.order_id] }),
    shopForeignKey(t, t.experiment_id, experiment).onDelete('cascade'),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    index().on(t.shop_id, t.order_id),
  ],
)
