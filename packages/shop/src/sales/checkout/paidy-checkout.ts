import type { OrderDraft } from '@kushi/contract/order'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { toKatakana } from '@kushi/values/kana'
import { ORDER_AMOUNTS } from '@kushi/values/order-amounts'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { prefectureName } from '@kushi/values/prefecture'
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { requireApprovedAccount } from '../../people/customer/index.ts'
import { requireLineFriend } from '../../people/line/index.ts'
import { memberBlockedError, requireConfirmedDevice } from '../../people/session/index.ts'
import { ShopError } from '../../shop-error.ts'
import { billRowsOf } from '../order/index.ts'
import { requireConsent } from '../payment/index.ts'
import { assessOrder, type OrderAssessment } from './internal/assess-order.ts'
import { amountChangedError, refuseUnsellableItems } from './internal/check-confirmation.ts'
import { usesStoredMeans } from './internal/find-buyer.ts'
import { orderNoSql } from './internal/order-no.ts'

/**
 * Returns the values with which the browser opens Paidy's window: the total of the confirmation, and the number that
 * the order will have. So the approval is valid for this order only. A draft that could not be ordered is refused here,
 * before the customer approves anything.
 */
export const openPaidyCheckout: Handler<'POST /v1/common/payment/paidy/checkout'> = async (
  ctx,
  { idempotency_key, payment_total, third_party_consent, ...draft },
) => {
  if (draft.payment_method_id !== PAYMENT_METHOD.paidy || ctx.settings.paidy === null) throw notOffered()
  const buyer = await loadBuyer(ctx, idempotency_key)
  if (buyer.is_placed) return { checkout: null }
  if (buyer.is_blocked) throw memberBlockedError()
  if (await usesStoredMeans(ctx, { ...draft, card: null })) await requireConfirmedDevice(ctx)
  await requireApprovedAccount(ctx)
  await requireLineFriend(ctx)
  const assessed = await assessOrder(ctx, draft)
  refuseUnsellableItems(assessed)
  if (assessed.summary.payment_total !== payment_total) throw amountChangedError()
  if (assessed.payment_method_id === null) throw notOffered()
  requireConsent(assessed.consent_text, third_party_consent)
  const { shop_name } = await loadCachedShop(ctx)
  return { checkout: payloadOf(ctx, { draft, assessed, buyer, shop_name }) }
}

const notOffered = () =>
  new ShopError(
    409,
    'ERROR_PAYMENT_NOT_OFFERED',
    'ただいまあと払い(ペイディ)をご利用いただけません。ほかのお支払い方法をお選びください。',
  )

interface Purchase {
  draft: OrderDraft
  assessed: OrderAssessment
  buyer: Awaited<ReturnType<typeof loadBuyer>>
  shop_name: string
}

/** Days since then; 0 for none. */
const daysSince = (now: Date, at: Date | null) =>
  at === null ? 0 : Math.max(0, Math.floor((now.getTime() - at.getTime()) / 86_400_000))

/** The names are Paidy's. Prices include the tax, so that none is added. */
function payloadOf({ clock, shop_id }: MemberContext, { draft, assessed, buyer, shop_name }: Purchase) {
  const { items, summary } = assessed
  const { shipping_address: to } = draft
  const { account, order_no, bought } = buyer
  const rows = billRowsOf(items, summary).filter(({ name }) => name !== ORDER_AMOUNTS.delivery_fee.label)
  const now = clock.now()
  return {
    amount: summary.payment_total,
    currency: 'JPY',
    store_name: shop_name,
    description: shop_name,
    buyer: {
      name1: `${account.name01} ${account.name02}`,
      name2: `${toKatakana(account.kana01)} ${toKatakana(account.kana02)}`,
      email: account.email,
      // Only a mobile number is passed, because Paidy sends a code to it.
      ...(/^0[5789]0\d{8}$/.test(account.phone_number) && { phone: account.phone_number }),
    },
    buyer_data: {
      age: daysSince(now, account.created_at),
      order_count: bought.order_count,
      ltv: bought.ltv,
      last_order_amount: bought.last_order_amount,
      last_order_at: daysSince(now, bought.last_order_at),
    },
    order: {
      order_ref: order_no,
      items: rows.map(({ name, variant, price, quantity }) => ({
        title: variant ? `${name} ${variant}` : name,
        quantity,
        unit_price: price,
      })),
      shipping: summary.delivery_fee,
      tax: 0,
    },
    shipping_address: {
      line1: to.addr03,
      line2: to.addr02,
      city: to.addr01,
      state: prefectureName(to.pref_id) ?? '',
      zip: `${to.postal_code01}-${to.postal_code02}`,
    },
    // Several shops may have one account.
    metadata: { shop_id },
  }
}

/**
 * Loads the member, the order number of this idempotency key, and the member's earlier purchases by other methods than
 * Paidy.
 */
async function loadBuyer(ctx: MemberContext, idempotency_key: string) {
  const own = and(eq(orders.shop_id, customer.shop_id), eq(orders.customer_id, customer.id))
  const [row] = await ctx.db
    .select({
      account: {
        name01: customer.name01,
        name02: customer.name02,
        kana01: customer.kana01,
        kana02: customer.kana02,
        email: customer.email,
        phone_number: customer.phone_number,
        created_at: customer.created_at,
      },
      is_blocked: sql<boolean>`${customer.blocked_at} is not null`,
      order_no: orderNoSql(idempotency_key),
      is_placed: sql<boolean>`exists (select 1 from ${orders} where ${own} and ${orders.idempotency_key} = ${idempotency_key})`,
    })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, ctx.customer_id)))
  if (!row) throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  const before = await ctx.db
    .select({ payment_total: orders.payment_total, created_at: orders.created_at })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, ctx.shop_id),
        eq(orders.customer_id, ctx.customer_id),
        inArray(orders.status, [...COUNTED_ORDER_STATUSES]),
        or(isNull(orders.payment_method_id), ne(orders.payment_method_id, PAYMENT_METHOD.paidy)),
      ),
    )
    .orderBy(orders.created_at)
  const last = before.at(-1)
  return {
    ...row,
    bought: {
      order_count: before.length,
      ltv: before.reduce((total, one) => total + one.payment_total, 0),
      last_order_amount: last?.payment_total ?? 0,
      last_order_at: last?.created_at ?? null,
    },
  }
}
