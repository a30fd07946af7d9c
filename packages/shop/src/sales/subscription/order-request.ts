import type { PhoneOrder } from '@kushi/contract/admin/phone-order'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { order_request } from '@kushi/db/schema/order'
import { NOTHING_TO_PAY_TEXT, paymentMethodName } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { assessOrder, placeOrderWithOptions } from '../checkout/index.ts'
import {
  draftOfRequest,
  findOrderOfRequest,
  type OrderRequestRow,
  orderRequestState,
  refuseWithdrawnRequest,
  requestPaymentKey,
} from './internal/order-request.ts'

// 代理注文 by a link: the member sees the order agreed on the phone, like a confirmation screen, and pays by card.

async function ownRequest({ db, shop_id, customer_id }: MemberContext, request_no: string): Promise<OrderRequestRow> {
  const [row] = await db
    .select()
    .from(order_request)
    .where(
      and(
        eq(order_request.shop_id, shop_id),
        eq(order_request.customer_id, customer_id),
        eq(order_request.request_no, request_no),
      ),
    )
  if (!row) throw notFound()
  return row
}

export const showOrderRequest: Handler<'GET /v1/order/request/{request_no}'> = async (ctx, { request_no }) => {
  const row = await ownRequest(ctx, request_no)
  const order = await findOrderOfRequest(ctx.db, row)
  const state = orderRequestState(row, order, ctx.clock.now())
  const draft = await draftOfRequest(ctx, row.draft as PhoneOrder)
  return {
    request_no,
    state,
    expires_at: row.expires_at.toISOString(),
    draft,
    order_no: state === 'ordered' ? order!.order_no : null,
    ...(await namesOf(ctx, draft)),
    ...(await assessedNow(ctx, draft, state === 'open')),
  }
}

async function assessedNow(ctx: MemberContext, draft: Parameters<typeof assessOrder>[1], isOpen: boolean) {
  const now = isOpen ? await assess(ctx, draft) : { assessed: null, message: null }
  const isFree = now.assessed !== null && now.assessed.method === null
  return { ...now, payment_name: isFree ? NOTHING_TO_PAY_TEXT : paymentMethodName(draft.payment_method_id) }
}

async function assess(ctx: MemberContext, draft: Parameters<typeof assessOrder>[1]) {
  try {
    const assessed = await assessOrder(ctx, draft)
    const [problem] = assessed.problems
    return { assessed, message: problem?.message ?? null }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { assessed: null, message: error.fields?.[0]?.message ?? error.message }
  }
}

async function namesOf(
  { db, shop_id }: MemberContext,
  { delivery_id, delivery_time_id }: { delivery_id: number; delivery_time_id: number | null },
) {
  const [method] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, shop_id), eq(delivery.id, delivery_id)))
  const [time] = await db
    .select()
    .from(delivery_time)
    .where(and(eq(delivery_time.shop_id, shop_id), eq(delivery_time.id, delivery_time_id ?? 0)))
  return { delivery_name: method?.delivery_name ?? '', delivery_time: time?.delivery_time ?? null }
}

export const payOrderRequest: Handler<'POST /v1/order/request/{request_no}/pay'> = async (ctx, input) => {
  const row = await ownRequest(ctx, input.request_no)
  const idempotency_key = await requestPaymentKey(ctx, row)
  const press = {
    ...(await draftOfRequest(ctx, row.draft as PhoneOrder)),
    idempotency_key,
    card: input.card,
    amazon: null,
    third_party_consent: false,
    shown: input.shown,
    adcd: null,
    abmtcd: null,
    ad_user_id: null,
    ad_visit: null,
  }
  return placeOrderWithOptions(ctx, press, { also: (tx) => refuseWithdrawnRequest(tx, row) })
}
