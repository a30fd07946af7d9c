import type { subscriptionList } from '@kushi/contract/admin/subscription'
import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { product_sku } from '@kushi/db/schema/product'
import { billing_attempt, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { containsSkuCondition } from '@kushi/db/set-parts'
import { and, between, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  type IndexedCondition,
  type ListSource,
  type OperatorContext,
  startsWithCondition,
} from '../../../foundation/admin/index.ts'
import { personSearchConditions } from '../../../people/customer/index.ts'
import { ownAttemptCondition } from './billing-attempt.ts'

type Source = Pick<ListSource<typeof subscriptionList, never>, 'where' | 'id' | 'sorts' | 'filters' | 'search'>

/** The database conditions of the subscription list's filters: for the list, its exports and its bulk jobs. */
export function subscriptionListSource(ctx: OperatorContext): Source {
  const { shop_id } = ctx
  return {
    where: and(eq(subscription.shop_id, shop_id), gt(subscription.summary_status, 0)),
    id: subscription.id,
    sorts: { next_delivery_date: subscription.next_delivery_date, created_at: subscription.created_at },
    filters: {
      summary_status: (ids: string[]) => inArray(subscription.summary_status, numbers(ids)),
      next_delivery_date: subscription.next_delivery_date,
      failure: (names: string[]) => failed(inArray(attempt.failure, names)),
      retry_on: ({ from, to }: { from?: string; to?: string }) =>
        failed(and(from ? gte(attempt.retry_on, from) : undefined, to ? lte(attempt.retry_on, to) : undefined)),
      product_id: (ids: string[]) => holds(ctx.db, shop_id, inArray(product_sku.product_id, numbers(ids))),
      product_code: (code: string) =>
        holds(ctx.db, shop_id, startsWithCondition(sql`lower(${product_sku.product_code})`, code.toLowerCase())),
      payment_method_id: paidBy,
      created_at: subscription.created_at,
      ended_on: subscription.ended_on,
      end_reason_id: (ids: string[]) => inArray(subscription.end_reason_id, numbers(ids)),
      pause_reason_id: (ids: string[]) => inArray(subscription.pause_reason_id, numbers(ids)),
      skip_reason_id: (ids: string[]) => inArray(subscription.skip_reason_id, numbers(ids)),
      customer_id: (id: string) => (/^\d{1,9}$/.test(id) ? eq(subscription.customer_id, Number(id)) : sql`false`),
    },
    search: (words) => waysTo(ctx, words),
  }
}

const numbers = (values: string[]) => values.map(Number).filter(Number.isSafeInteger)

/** `0` means cash on delivery, which has no id. */
function paidBy(ids: string[]): SQL | undefined {
  const { payment_method_id } = subscription
  const known = numbers(ids).filter((one) => one !== 0)
  const ways = [known.length > 0 && inArray(payment_method_id, known), ids.includes('0') && isNull(payment_method_id)]
  return or(...ways.filter((one) => one !== false))
}

const attempt = alias(billing_attempt, 'attempt')
const later = alias(billing_attempt, 'later')

/** The last attempt of the current cycle failed. Narrowed by the status, which also shows the failure. */
const failed = (what: SQL | undefined) =>
  and(
    or(between(subscription.summary_status, 2, 4), isNotNull(subscription.final_cycle)),
    sql`exists (select from ${billing_attempt} attempt
      where ${attempt.shop_id} = ${subscription.shop_id} and ${attempt.subscription_id} = ${subscription.id}
        and ${attempt.cycle} = ${subscription.cycle} and ${attempt.failure} is not null and ${ownAttemptCondition(attempt.resumed_by)} and ${what}
        and not exists (select from ${billing_attempt} later where ${later.shop_id} = ${attempt.shop_id}
          and ${later.subscription_id} = ${attempt.subscription_id} and ${later.cycle} = ${attempt.cycle}
          and ${later.attempt} > ${attempt.attempt} and ${ownAttemptCondition(later.resumed_by)}))`,
  )

/** The SKU is in its next delivery, also in a set that was promised with it. */
function holds(db: Db, shop_id: number, what: SQL): IndexedCondition {
  const item = subscription_order_item
  const skus = sql`select ${product_sku.id} from ${product_sku} where ${product_sku.shop_id} = ${shop_id} and ${what}`
  const items = (one: SQL) => sql`from ${item} where ${item.shop_id} = ${shop_id} and ${one}`
  const itself = sql`${item.product_sku_id} = any(array(${skus}))`
  const inSet = containsSkuCondition(item.parts, sql`array(${skus})`)
  return {
    db,
    ids: [itself, inSet].map((one) => sql`select ${item.subscription_id} ${items(one)}`),
    row: sql`exists (select ${items(sql`(${itself} or ${inSet})`)} and ${item.subscription_id} = ${subscription.id})`,
  }
}

/** Searches by number, recipient and member. */
function waysTo(ctx: OperatorContext, words: string): IndexedCondition {
  const { shop_id } = ctx
  const own = [
    /^\d{1,12}$/.test(words) ? eq(subscription.id, Number(words)) : sql`false`,
    ...personSearchConditions(ctx, subscription, words),
  ]
  const members = sql`from ${customer} where ${customer.shop_id} = ${shop_id} and ${or(...personSearchConditions(ctx, customer, words))}`
  const of = (what: SQL) =>
    sql`select ${subscription.id} from ${subscription} where ${subscription.shop_id} = ${shop_id} and ${what}`
  return {
    db: ctx.db,
    ids: [...own.map(of), of(sql`${subscription.customer_id} in (select ${customer.id} ${members})`)],
    row: or(...own, sql`exists (select ${members} and ${customer.id} = ${subscription.customer_id})`),
  }
}
