import {
  PROMOTION_AUDIENCE_NAME,
  PROMOTION_SCOPE_NAME,
  PROMOTION_STATUS_NAME,
  PROMOTION_TRIGGER_NAME,
  type PromotionTerms,
} from '@kushi/values/promotion'
import type { PromotionEffect } from '@kushi/values/promotion/kinds'
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
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { orders } from './order.ts'
import { shop } from './shop.ts'
import { subscription } from './subscription.ts'

/** 特典・クーポン. What it has given is in `promotion_use`; contracts and orders keep a copy of its terms. */
export const promotion = shopTable(
  'promotion',
  { owner: 'promotion', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** The name that customers read. */
    promotion_name: text().notNull(),
    status: closedListColumn(PROMOTION_STATUS_NAME).notNull(),
    /**
     * `automatic`: for every purchase that it fits; `code`: with one of its codes; `link`: after opening its link;
     * `landing_page`: for orders on a 申し込みページ that names it; `cancel_offer`: for a running contract, offered beside a
     * 解約の理由, with cycles counted from the next delivery.
     */
    trigger: closedListColumn(PROMOTION_TRIGGER_NAME).notNull(),
    /**
     * The members who can have it. `listed`: those in `promotion_member`; `birthday_month`: those whose birthday is in
     * the month of the order.
     */
    member_scope: closedListColumn(PROMOTION_SCOPE_NAME).notNull().default('anybody'),
    /** How often: `once`: each person once; `once_address`: each address; `again`: after so many months; `new`: who has not ordered yet. */
    audience: closedListColumn(PROMOTION_AUDIENCE_NAME).notNull(),
    /** For the audience `again`: the months between two uses. */
    again_after_months: smallint(),
    starts_at: timestamp({ withTimezone: true }).notNull(),
    /** null: until it is stopped. */
    ends_at: timestamp({ withTimezone: true }),
    effect: jsonb().$type<PromotionEffect>().notNull(),
    /** Empty: all goods. */
    product_ids: jsonb().$type<number[]>().notNull().default([]),
    /** 0 single purchases, 1 subscriptions; null: both. */
    cart_type: smallint().$type<0 | 1>(),
    min_amount: integer().notNull().default(0),
    from_cycle: smallint().notNull().default(1),
    /** null: for as long as the subscription lasts. */
    to_cycle: smallint().default(1),
    /** Of the promotions of one group only the best for the customer counts; null: it counts beside all others. */
    stack_group: text(),
    /** 先着: how many orders or contracts may begin with it; null: any number. */
    max_uses: integer(),
    /** The most yen that first orders may get together; the order that exceeds it is the last one. null: no limit. */
    budget_yen: integer(),
    /** Uses and their yen that count for those limits; kept only while there is one. */
    used: integer().notNull().default(0),
    spent_yen: integer().notNull().default(0),
    /** An operator lets it run on though this fault forbids to publish it; another fault stops it. null: nobody does. */
    fault_override: jsonb().$type<{ fault: string; decision_reason: string; operator_name: string }>(),
    version: integer().notNull().default(1),
    created_at: timestamp({ withTimezone: true }).notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index().on(t.shop_id, t.status, t.starts_at, t.id),
    index().on(t.shop_id, t.starts_at, t.id),
    index().on(t.shop_id, t.promotion_name, t.id),
    closedListCheck('promotion_status', t.status),
    closedListCheck('promotion_trigger', t.trigger),
    closedListCheck('promotion_member_scope', t.member_scope),
    closedListCheck('promotion_audience', t.audience),
    check(
      'promotion_again',
      sql`(audience = 'again') = (again_after_months IS NOT NULL) AND again_after_months BETWEEN 1 AND 36`,
    ),
    check('promotion_period', sql`ends_at > starts_at`),
    check('promotion_cart_type', sql`cart_type IN (0, 1)`),
    check('promotion_cycles', sql`from_cycle >= 1 AND to_cycle >= from_cycle`),
    check(
      'promotion_limits',
      sql`max_uses >= 1 AND budget_yen >= 1 AND min_amount >= 0 AND used >= 0 AND spent_yen >= 0`,
    ),
  ],
)

/** 会員リスト: the members that a promotion is for. */
export const promotion_member = shopTable(
  'promotion_member',
  {
    owner: 'promotion',
    kept: 'person',
    person: { by: 'customer_id', shown: '対象に選ばれた特典', erased: { rows: '削除' } },
    merged: { fate: 'joins', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    promotion_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.promotion_id, t.customer_id] }),
    shopForeignKey(t, t.promotion_id, promotion),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.customer_id),
  ],
)

/** クーポンコード of a promotion, in upper case, as it is compared. The code of a link begins with ~. */
export const promotion_code = shopTable(
  'promotion_code',
  { owner: 'promotion', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    promotion_id: idColumn().notNull(),
    code: text().notNull(),
    /** 発行先, for operators. */
    issued_to: text().notNull().default(''),
    /** null: any number. */
    max_uses: integer(),
    used: integer().notNull().default(0),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.promotion_id, promotion),
    uniqueIndex().on(t.shop_id, t.code),
    index().on(t.shop_id, t.promotion_id, t.id),
    check('promotion_code_uses', sql`max_uses >= 1 AND used >= 0`),
  ],
)

/** お友だち紹介: the code of a member's link, for the promotion that the shop chose; after a merge a member may have several. */
export const referral_code = shopTable(
  'referral_code',
  {
    owner: 'promotion',
    kept: 'person',
    person: { by: 'customer_id', shown: 'お友だち紹介のコード', erased: { rows: '退会' } },
    merged: { fate: 'moves', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    code: text().notNull(),
    customer_id: idColumn().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.code] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.customer_id),
  ],
)

/**
 * A promotion in an order, with the discount or gift that it gave; a later delivery of a contract has its own row. A
 * promotion that a running contract accepted has a row without an order; it counts for the limits with its value in the
 * next delivery.
 */
export const promotion_use = shopTable(
  'promotion_use',
  {
    owner: 'promotion',
    kept: 'books',
    person: {
      by: 'customer_id',
      shown: '特典のご利用',
      hides: ['person_key', 'introducer_id'],
      erased: { does: 'eraseUses' },
    },
    merged: { fate: 'moves', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    promotion_id: idColumn().notNull(),
    promotion_code_id: idColumn(),
    order_id: idColumn(),
    /** The running contract that took it; null: it came with an order. */
    subscription_id: idColumn(),
    customer_id: idColumn().notNull(),
    /**
     * おひとり様1回: no other use that counts has this key, of the person or the address (a keyed hash). null: not limited, or a
     * later delivery of a contract.
     */
    person_key: text(),
    /** Off goods, or the fee that was waived. */
    yen: integer().notNull(),
    /** Counts for its limits: not a later delivery of a contract. */
    is_counted: boolean().notNull(),
    /** As promised: an operator's change of the order is priced by it. */
    terms: jsonb().$type<PromotionTerms>().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** お友だち紹介: the member by whose link it came. */
    introducer_id: idColumn(),
    /** Points for the introducer, granted with those of the order; 0: for this order they get none. */
    introducer_points: integer().notNull().default(0),
    /** When the order was cancelled, refused or given up, or the contract ended before a delivery with it. */
    released_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.promotion_id, promotion),
    shopForeignKey(t, t.promotion_code_id, promotion_code),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.order_id),
    index().on(t.shop_id, t.subscription_id).where(sql`subscription_id IS NOT NULL`),
    index().on(t.shop_id, t.customer_id, t.promotion_id),
    index().on(t.shop_id, t.promotion_id, t.created_at, t.id),
    uniqueIndex('promotion_use_once')
      .on(t.shop_id, t.promotion_id, t.person_key)
      .where(sql`person_key IS NOT NULL AND released_at IS NULL`),
    uniqueIndex('promotion_use_of_order').on(t.shop_id, t.order_id, t.promotion_id).where(sql`released_at IS NULL`),
    shopForeignKey(t, t.introducer_id, customer),
    index().on(t.shop_id, t.introducer_id).where(sql`introducer_id IS NOT NULL`),
    check('promotion_use_yen', sql`yen >= 0`),
    check('promotion_use_of', sql`(order_id IS NULL) = (subscription_id IS NOT NULL)`),
    check('promotion_use_introducer', sql`introducer_points >= 0`),
  ],
)
