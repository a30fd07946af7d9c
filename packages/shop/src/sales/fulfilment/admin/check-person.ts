import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { order_check } from '@kushi/db/schema/person'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { type PersonMatch, RISK_CHECK_HOLD_NAME, WATCH_LIST_HOLD_NAME } from '@kushi/values/person'
import { orderedPiecesTexts } from '@kushi/values/product-set'
import { and, desc, eq, isNull, ne, notInArray } from 'drizzle-orm'
import { releasePromotionUses } from '../../../catalogue/promotion/index.ts'
import {
  type AdminHandler,
  addressForOperator,
  canSeePersonalData,
  maskEmail,
  maskName,
  maskPhone,
  type OperatorContext,
  type OperatorQueryContext,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import {
  findShopOrder,
  loadOrderItems,
  lockOrder,
  type NormalPricing,
  type OrderRow,
  orderAuditSubject,
  paymentChangeText,
  planOrderChange,
  unchangedOrderChange,
} from '../../order/index.ts'
import { closePersonCheck } from '../check-person.ts'
import { promotionsRevoked } from '../hooks.ts'
import { mailPersonCheck } from '../internal/changed-mail.ts'
import { saveShippingDecision } from '../internal/decisions.ts'
import { applyOrderChange } from './change-order.ts'

type CheckRow = typeof order_check.$inferSelect

/** 同じ方かの確認 of an order, with the orders that it is compared with; null: nothing was found. */
export const showPersonCheck: AdminHandler<'GET /admin/v1/orders/{id}/person-check'> = async (ctx, { id }) => {
  const order = await findShopOrder(ctx, id)
  const checks = await checksOf(ctx, order)
  if (checks.length === 0) return { check: null }
  const held = checks.find(({ outcome }) => outcome === 'held')
  const shown = held ?? checks[0]!
  const isOpen = held !== undefined && held.decided_at === null
  const matches = checks.flatMap((check) => check.matches)
  const risk = matches.find(isRisk)
  return {
    check: {
      outcome: shown.outcome,
      due_at: shown.due_at?.toISOString() ?? null,
      is_late: isOpen && shown.due_at !== null && shown.due_at <= ctx.clock.now(),
      asked_at: shown.asked_at?.toISOString() ?? null,
      decision: shown.decision,
      decided_at: shown.decided_at?.toISOString() ?? null,
      benefits: [...new Set(matches.filter((one) => !isNoBenefit(one)).map(({ benefit }) => benefit))],
      order: await sideOf(ctx, order),
      others: await othersOf(
        ctx,
        order,
        matches.filter((one) => !isRisk(one)),
      ),
      is_watched: matches.some(({ benefit }) => benefit === WATCH_LIST_HOLD_NAME),
      risk_reasons: risk ? [...(risk.reasons ?? [])] : null,
      is_open: isOpen,
      normal_price: isOpen && !held.matches.every(isNoBenefit) ? await normalPriceOf(ctx, order, held) : null,
    },
  }
}

const checksOf = ({ db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>, { id }: OrderRow): Promise<CheckRow[]> =>
  db
    .select()
    .from(order_check)
    .where(and(eq(order_check.shop_id, shop_id), eq(order_check.order_id, id)))
    .orderBy(desc(order_check.id))

/** Loads one of the compared orders. */
async function sideOf(ctx: OperatorContext, order: OrderRow) {
  const { db, shop_id } = ctx
  const isOpen = canSeePersonalData(ctx)
  const [buyer] = await db
    .select({ email: customer.email })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, order.customer_id)))
  const name = `${order.name01} ${order.name02}`
  const kana = `${order.kana01} ${order.kana02}`
  return {
    id: order.id,
    order_no: order.order_no,
    status: order.status,
    created_at: order.created_at.toISOString(),
    customer_id: order.customer_id,
    name: isOpen ? name : maskName(name),
    kana: isOpen ? kana : maskName(kana),
    address: addressForOperator(order, isOpen),
    phone_number: isOpen ? order.phone_number : maskPhone(order.phone_number),
    email: isOpen ? (buyer?.email ?? '') : maskEmail(buyer?.email ?? ''),
    items: orderedPiecesTexts(await loadOrderItems(db, order)),
    payment_total: order.payment_total,
    payment_method_id: order.payment_method_id,
  }
}

/** Loads the latest counted order of each matching account, with the matching signs. */
async function othersOf(ctx: OperatorContext, order: OrderRow, matches: readonly PersonMatch[]) {
  const others = []
  for (const [customer_id, own] of Map.groupBy(matches, (one) => one.customer_id)) {
    const [last] = await ctx.db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.shop_id, ctx.shop_id),
          eq(orders.customer_id, await keptAccount(ctx, customer_id)),
          ne(orders.id, order.id),
          notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled']),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(1)
    if (last) others.push({ ...(await sideOf(ctx, last)), kinds: [...new Set(own.flatMap(({ kinds }) => kinds))] })
    if (others.length === MAX_OTHERS) break
  }
  return others
}

const MAX_OTHERS = 5

const isRisk = ({ benefit }: PersonMatch) => benefit === RISK_CHECK_HOLD_NAME
/** Held for 注意リスト or by 不正注文の審査: nothing was given that could be taken back. */
const isNoBenefit = (one: PersonMatch) => one.benefit === WATCH_LIST_HOLD_NAME || isRisk(one)

/** After a merge the orders are the kept member's. */
async function keptAccount({ db, shop_id }: OperatorContext, id: number): Promise<number> {
  const [row] = await db
    .select({ merged_into_id: customer.merged_into_id })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, id)))
  return row?.merged_into_id ?? id
}

/** The order without the benefits in doubt: the price of the later deliveries, and no promotion of once a person. */
async function normalPricing(ctx: OperatorContext, order: OrderRow, { matches }: CheckRow): Promise<NormalPricing> {
  const promotion_ids = matches.flatMap(({ promotion_id }) => promotion_id ?? [])
  const isFirst =
    order.subscription_id !== null && matches.some((one) => one.promotion_id === null && !isNoBenefit(one))
  const contract = isFirst
    ? await ctx.db
        .select()
        .from(subscription_order_item)
        .where(
          and(
            eq(subscription_order_item.shop_id, order.shop_id),
            eq(subscription_order_item.subscription_id, order.subscription_id!),
          ),
        )
    : []
  const prices = new Map(contract.map(({ product_sku_id, following_price }) => [product_sku_id, following_price]))
  return { promotion_ids: [...new Set(promotion_ids)], prices }
}

async function planNormal(ctx: OperatorContext, order: OrderRow, check: CheckRow) {
  const pricing = await normalPricing(ctx, order, check)
  const items = await loadOrderItems(ctx.db, order)
  const change = {
    ...unchangedOrderChange(order, items),
    decision_reason: '同じ方かの確認: お客様の同意を得て、通常価格にしました',
    notify: true,
  }
  return { change, pricing, plan: await planOrderChange(ctx, order, change, pricing) }
}

async function normalPriceOf(ctx: OperatorContext, order: OrderRow, check: CheckRow) {
  try {
    const { plan } = await planNormal(ctx, order, check)
    return {
      payment_total: plan.after.payment_total,
      text: paymentChangeText(plan, plan.is_billed),
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { payment_total: order.payment_total, text: '', refusal: error.fields?.[0]?.message ?? error.message }
  }
}

/**
 * 出荷する, お客様に確認する, 通常価格にする. 取り消す is the order's own cancel.
 * @throws ShopError 404, 409 when there is nothing to decide, 422 without the customer's consent to another price
 */
export const decidePersonCheck: AdminHandler<'POST /admin/v1/orders/{id}/person-check'> = async (ctx, input) => {
  const { id, decision } = input
  const order = await findShopOrder(ctx, id)
  const check = (await checksOf(ctx, order)).find(
    ({ outcome, decided_at }) => outcome === 'held' && decided_at === null,
  )
  if (!check) throw nothingOpen(order)
  if (decision === 'normal_price') {
    if (!input.has_consent) throw refusedField('has_consent', 'お客様の同意を得てから、印を付けてください。')
    const { change, pricing, plan } = await planNormal(ctx, order, check)
    await applyOrderChange(ctx, plan, change, (tx) => takeBack(tx, ctx, order, pricing))
  } else
    await ctx.db.transaction(async (tx) => {
      const { order: locked } = await lockOrder(tx, order)
      if (decision === 'ask') await ask(tx, ctx, locked)
      else await release(tx, ctx, locked, 'ship')
      await recordAudit(tx, ctx, { ...orderAuditSubject(locked), after: { person_check: decision } })
    })
  return showPersonCheck(ctx, { id })
}

const nothingOpen = ({ order_no }: OrderRow) =>
  new ShopError(409, 'ERROR_ORDER_STATUS', `ご注文 ${order_no} に、決めることはありません。`)

const openCheck = ({ shop_id, id }: OrderRow) =>
  and(
    eq(order_check.shop_id, shop_id),
    eq(order_check.order_id, id),
    eq(order_check.outcome, 'held'),
    isNull(order_check.decided_at),
  )

/** Mails the question to the customer. The order stays on hold. */
async function ask(tx: Tx, ctx: OperatorQueryContext, order: OrderRow): Promise<void> {
  const [asked] = await tx.update(order_check).set({ asked_at: ctx.clock.now() }).where(openCheck(order)).returning()
  if (!asked) throw nothingOpen(order)
  const benefits = [...new Set(asked.matches.filter((one) => !isNoBenefit(one)).map(({ benefit }) => benefit))]
  if (benefits.length === 0) throw nothingOpen(order)
  await mailPersonCheck(tx, ctx, order, benefits)
}

async function release(tx: Tx, ctx: OperatorQueryContext, order: OrderRow, decision: 'ship' | 'normal_price') {
  if ((await tx.$count(order_check, openCheck(order))) === 0) throw nothingOpen(order)
  await closePersonCheck(tx, ctx, order, decision)
  await saveShippingDecision(tx, ctx, order, { held: null })
}

/** Frees the promotions in the transaction of the change: others can use them again, and the contract loses them. */
async function takeBack(
  tx: Tx,
  ctx: OperatorQueryContext,
  order: OrderRow,
  { promotion_ids }: NormalPricing,
): Promise<void> {
  await release(tx, ctx, order, 'normal_price')
  if (promotion_ids.length === 0) return
  await releasePromotionUses(tx, ctx, order, promotion_ids)
  if (order.subscription_id !== null) await promotionsRevoked(tx, order, promotion_ids)
}
