import type { subscriptionList } from '@kushi/contract/admin/subscription'
import { customer } from '@kushi/db/schema/customer'
import { product_sku } from '@kushi/db/schema/product'
import { billing_attempt, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { and, between, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type ListSource, type OperatorContext, startsWith } from '../../admin/index.ts'
import { byPerson } from '../../customer/index.ts'

type Source = Pick<ListSource<typeof subscriptionList, never>, 'where' | 'id' | 'sorts' | 'filters' | 'search'>

/** How the filters of the list of subscriptions stand in the database: for the list, its exports and its bulk jobs. */
export function subscriptionSource(ctx: OperatorContext): Source & { search(words: string): SQL } {
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
      product_id: (ids: string[]) => holds(shop_id, inArray(product_sku.product_id, numbers(ids))),
      product_code: (code: string) => holds(shop_id, startsWith(product_sku.product_code, code)),
      payment_method_id: paidBy,
      created_at: subscription.created_at,
      customer_id: (id: string) => (/^\d{1,9}$/.test(id) ? eq(subscription.customer_id, Number(id)) : sql`false`),
    },
    search: (words) => sql`${subscription.id} in (${sql.join(waysTo(ctx, words), sql` union all `)})`,
  }
}

const numbers = (values: string[]) => values.map(Number).filter(Number.isSafeInteger)

/** `0` stands for cash on delivery, which has no id. */
function paidBy(ids: string[]): SQL | undefined {
  const { payment_method_id } = subscription
  const known = numbers(ids).filter((one) => one !== 0)
  const ways = [known.length > 0 && inArray(payment_method_id, known), ids.includes('0') && isNull(payment_method_id)]
  return or(...ways.filter((one) => one !== false))
}

const attempt = alias(billing_attempt, 'attempt')
const later = alias(billing_attempt, 'later')

/** The last attempt of its present cycle failed; narrowed by the status, which knows of it too. */
const failed = (what: SQL | undefined) =>
  and(
    or(between(subscription.summary_status, 2, 4), isNotNull(subscription.final_cycle)),
    sql`exists (select from ${billing_attempt} attempt
      where ${attempt.shop_id} = ${subscription.shop_id} and ${attempt.subscription_id} = ${subscription.id}
        and ${attempt.cycle} = ${subscription.cycle} and ${attempt.failure} is not null and ${what}
        and not exists (select from ${billing_attempt} later where ${later.shop_id} = ${attempt.shop_id}
          and ${later.subscription_id} = ${attempt.subscription_id} and ${later.cycle} = ${attempt.cycle}
          and ${later.attempt} > ${attempt.attempt}))`,
  )

/** The goods are in its next delivery. */
const holds = (shop_id: number, what: SQL) => sql`${subscription.id} in (
  select ${subscription_order_item.subscription_id} from ${subscription_order_item}
  where ${subscription_order_item.shop_id} = ${shop_id} and ${subscription_order_item.product_sku_id} in (
    select ${product_sku.id} from ${product_sku} where ${product_sku.shop_id} = ${shop_id} and ${what}))`

/** Ids by each way to find one, apart, so that each goes by its own index. */
function waysTo(ctx: OperatorContext, words: string): SQL[] {
  const { shop_id } = ctx
  const of = (what: SQL | undefined) =>
    sql`select ${subscription.id} from ${subscription} where ${subscription.shop_id} = ${shop_id} and ${what}`
  const byNumber = [of(/^\d{1,12}$/.test(words) ? eq(subscription.id, Number(words)) : sql`false`)]
  const members = sql`select ${customer.id} from ${customer}
    where ${customer.shop_id} = ${shop_id} and ${or(...byPerson(ctx, customer, words))}`
  return [
    ...byNumber,
    of(or(...byPerson(ctx, subscription, words))),
    of(sql`${subscription.customer_id} in (${members})`),
  ]
}
