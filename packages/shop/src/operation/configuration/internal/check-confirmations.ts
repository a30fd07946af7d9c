import type { OrderDraft } from '@kushi/contract/order'
import type { Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { self_check } from '@kushi/db/schema/self-check'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { NOTHING_TO_PAY_TEXT } from '@kushi/values/payment-method'
import { SALE_TYPE } from '@kushi/values/product'
import type { SelfCheckItem } from '@kushi/values/self-check'
import { formatYen } from '@kushi/values/yen'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { loadShopFacts, paymentTimeText } from '../../../catalogue/promise/index.ts'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { assessOrder } from '../../../sales/checkout/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { confirmationLegalItems } from '../rules/confirmation-items.ts'

const TOKYO = {
  name01: '自己',
  name02: '点検',
  kana01: 'じこ',
  kana02: 'てんけん',
  postal_code01: '100',
  postal_code02: '0001',
  pref_id: 13,
  addr01: '千代田区千代田',
  addr02: '1-1',
  addr03: '',
  phone_number: '0300000000',
}
const MONTHLY = { subscription_division_id: 3, param1: 30, param2: null, param3: null } as const

type Facts = Awaited<ReturnType<typeof loadShopFacts>>
type Sold = { product: typeof product.$inferSelect; sku: typeof product_sku.$inferSelect }
interface Kind extends Sold {
  is_subscription: boolean
}

/**
 * Makes the order confirmation of every kind of product that is sold, as the screen does, and checks each item of
 * 特定商取引法 12条の6. Kinds are single, 定期便 and yearly, with or without return terms and an end of their own.
 */
export async function checkOrderConfirmations(ctx: OperatorQueryContext): Promise<SelfCheckItem[]> {
  const facts = await loadShopFacts(ctx)
  const items: SelfCheckItem[] = []
  for (const kind of await kindsOf(ctx, facts)) items.push(...(await walk(ctx, facts, kind)))
  return items
}

async function kindsOf({ db, shop_id }: OperatorQueryContext, facts: Facts): Promise<Kind[]> {
  const rows = await db
    .select({ product, sku: product_sku })
    .from(product)
    .innerJoin(product_sku, and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id)))
    .where(and(eq(product.shop_id, shop_id), product.visible, product_sku.visible, sql`${sellableStockSql()} > 0`))
    .orderBy(asc(product.sort_no), asc(product.id), asc(product_sku.sort_no), asc(product_sku.id))
  const kinds = new Map<string, Kind>()
  for (const row of rows) {
    const { sale_type, lump_sum_payment_flag, return_note, id } = row.product
    const own = [return_note !== '', facts.ends.some(({ product_id }) => product_id === id)]
    const plans = [
      ...(sale_type === SALE_TYPE.subscription ? [] : [false]),
      ...(sale_type === SALE_TYPE.normal ? [] : [true]),
    ]
    for (const is_subscription of plans) {
      const key = [is_subscription, is_subscription && lump_sum_payment_flag, ...own].join()
      if (!kinds.has(key)) kinds.set(key, { ...row, is_subscription })
    }
  }
  return [...kinds.values()]
}

async function walk(ctx: OperatorQueryContext, facts: Facts, kind: Kind): Promise<SelfCheckItem[]> {
  const { product, sku, is_subscription } = kind
  const isYearly = is_subscription && product.lump_sum_payment_flag
  const subject = `${product.product_name}${isYearly ? '(年払い)' : is_subscription ? '(定期便)' : ''}`
  let refusal = '表示中の配送方法か支払方法がありません'
  for (const { id: delivery_id } of facts.deliveries)
    for (const { payment_method_id } of facts.payments)
      try {
        const draft: OrderDraft = {
          is_subscription,
          items: [{ product_sku_id: sku.id, quantity: 1, revision: sku.revision }],
          shipping_address: TOKYO,
          delivery_notes: '',
          delivery_id,
          delivery_time_id: null,
          delivery_date: null,
          payment_method_id: payment_method_id as OrderDraft['payment_method_id'],
          delivery_pattern: is_subscription ? MONTHLY : null,
        }
        const seen = await assessOrder({ ...ctx, customer_id: null }, draft)
        return confirmationLegalItems({ subject, ...wordsOf(facts, seen, { is_subscription, isYearly }) })
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        refusal = error.fields?.[0]?.message ?? error.message
      }
  return [{ subject, label: '確認画面', is_met: false, said: '', fact: `ご注文の確認に進めません: ${refusal}` }]
}

function wordsOf(
  facts: Facts,
  seen: Awaited<ReturnType<typeof assessOrder>>,
  { is_subscription, isYearly }: { is_subscription: boolean; isYearly: boolean },
) {
  const row = (label: string) => seen.terms.find((one) => one.label === label)?.lines.join(' ') ?? ''
  const { summary, method, next_delivery_date } = seen
  const following = summary.following?.payment_total
  const paid = () =>
    isYearly
      ? 'ご注文のときに、全回分をまとめて'
      : paymentTimeText(
          {
            ...seen,
            pay_within_days: method?.pay_within_days ?? null,
            for_subscriptions: method?.for_subscriptions ?? null,
            provider_name: method?.provider_name ?? null,
          },
          facts,
        )
  return {
    is_subscription,
    quantity: seen.items.map(({ product_name, quantity }) => `${product_name} × ${quantity}`).join('、'),
    duration: row('お届けの期間'),
    sum: summary.payment_total > 0 ? `お支払い合計 ${formatYen(summary.payment_total)}(税込)` : '',
    later_sum: isYearly
      ? '2回目からのお支払いはありません。'
      : following !== undefined && is_subscription
        ? `2回目からは1回 ${formatYen(following)}(税込)`
        : '',
    payment: method === null ? NOTHING_TO_PAY_TEXT : `${method.payment_name}: ${paid()}`,
    delivery: `${formatDateWithWeekday(seen.first_delivery_date)}からお届け`,
    next_delivery: next_delivery_date === null ? '' : `2回目は${formatDateWithWeekday(next_delivery_date)}`,
    offer: row('お申し込みの期限'),
    cancelling: row('ご注文のキャンセル'),
    returns: row('返品・交換'),
    ending: row('解約'),
    phone_number: facts.phone_number,
  }
}

/** Saves the result as the latest 自己点検 of the shop, with its time and operator. */
export async function storeSelfCheck(tx: Tx, ctx: OperatorQueryContext, items: SelfCheckItem[]): Promise<void> {
  const row = { shop_id: ctx.shop_id, kind: 'confirmation' as const, looked: items.length, items }
  await tx.insert(self_check).values({ ...row, ...ctx.actor, created_at: ctx.clock.now() })
}

/** Loads the latest 自己点検 of the shop. */
export async function loadLastSelfCheck({ db, shop_id }: OperatorQueryContext) {
  const [last] = await db
    .select()
    .from(self_check)
    .where(and(eq(self_check.shop_id, shop_id), eq(self_check.kind, 'confirmation')))
    .orderBy(desc(self_check.id))
    .limit(1)
  return last
    ? { created_at: last.created_at.toISOString(), actor_name: last.actor_name, looked: last.looked, items: last.items }
    : null
}
