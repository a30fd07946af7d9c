import { order_evidence, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { statement } from '@kushi/db/statement'
import { isCard, paymentMethod } from '@kushi/values/payment-method'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Input, MemberContext, Verb } from '../../context.ts'
import { requireApproval } from '../../customer/index.ts'
import { takeLimit } from '../../limit/index.ts'
import { requireFriend } from '../../line/index.ts'
import { deliverOutbox } from '../../outbox/index.ts'
import { checkCardLock, requireConsent, usableCard } from '../../payment/index.ts'
import { refuseBlocked } from '../../session/index.ts'
import { invalidFields, ShopError } from '../../shop-error.ts'
import { type AssessedOrder, assessOrder } from './assess-order.ts'
import { checkShown } from './check-shown.ts'
import { payOrder } from './pay-order.ts'
import { type Placed, placedOrder } from './placed-order.ts'
import type { PurchaseFollower } from './purchase-follower.ts'
import { requestDigest } from './request-digest.ts'
import { type Also, writeOrder } from './write-order.ts'

type Request = Input<'POST /v1/order/public/new'>

/** What comes with an order that an operator takes: its trail, and what was said of it in place of a screen. */
interface Taken {
  also: Also
  said(assessed: AssessedOrder): Partial<Request['shown']>
}

/**
 * 注文の確定. The same `idempotency_key` answers the same order, however often and on whichever process it arrives.
 * Stock is taken with the order; the provider is asked after that, outside of any transaction.
 */
export const placeOrder =
  (follower: PurchaseFollower, taken?: Taken): Verb<'POST /v1/order/public/new'> =>
  async (ctx, input) => {
    const before = await findPlaced(ctx, input)
    if (before) return resume(ctx, follower, input, before)
    try {
      return await place(ctx, follower, input, taken)
    } catch (error) {
      // A second click is not told that its own first one took the last piece.
      const meanwhile = error instanceof ShopError ? await findPlaced(ctx, input) : null
      if (!meanwhile || meanwhile.status === 'payment_pending') throw error
      return meanwhile
    }
  }

async function place(ctx: MemberContext, follower: PurchaseFollower, asked: Request, taken?: Taken): Promise<Placed> {
  await takeLimit(ctx, 'order', { account: String(ctx.customer_id), address: ctx.ip })
  await requireApproval(ctx)
  await refuseBlocked(ctx.db, ctx.shop_id, ctx.customer_id)
  await requireFriend(ctx)
  checkSource(asked)
  const assessed = await assessOrder(ctx, asked)
  const input = taken ? { ...asked, shown: { ...asked.shown, ...taken.said(assessed) } } : asked
  requireConsent(assessed.consent_text, input.third_party_consent)
  checkShown(input.shown, assessed)
  await checkCard(ctx, input)
  const order = await writeOrder(ctx, follower, input, assessed, taken?.also)
  // Somebody with the same key was faster; theirs is the order.
  if (!order) return resume(ctx, follower, input, (await findPlaced(ctx, input))!)
  if (order.status === 'payment_pending') return payOrder(ctx, follower, order.order_no, input)
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return placedOrder(order)
}

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])

/** A card that may be typed in now, or one that the member has. @throws ShopError 429, 422 beside the card */
async function checkCard(ctx: MemberContext, { payment_method_id, card }: Request): Promise<void> {
  if (!isCard(payment_method_id) || !card) return
  if ('token' in card) return checkCardLock(ctx)
  await usableCard(ctx, card.card_seq, 'card').catch((error: unknown) => {
    if (error instanceof ShopError && error.status === 404) throw refuse('card', 'カードを選択し直してください。')
    throw error
  })
}

async function resume(ctx: MemberContext, follower: PurchaseFollower, input: Request, placed: Placed): Promise<Placed> {
  if (placed.status !== 'payment_pending') return placed
  if (input.card && 'token' in input.card) await checkCardLock(ctx)
  return payOrder(ctx, follower, placed.order_no, input)
}

/** @throws ShopError 422 where what is to be paid with was not sent */
function checkSource({ payment_method_id, card, amazon }: Request): void {
  const { kind, name } = paymentMethod(payment_method_id)
  if (kind === 'card' && !card) throw refuse('card', 'カードを選択してください。')
  if (kind === 'wallet' && !amazon) throw refuse('amazon', `${name}のボタンから、お手続きをやり直してください。`)
}

/**
 * The order that was placed with this key, or null.
 * @throws ShopError 409 ERROR_IDEMPOTENCY_KEY_REUSED when the key came with another order.
 */
async function findPlaced(ctx: MemberContext, input: Input<'POST /v1/order/public/new'>): Promise<Placed | null> {
  const { shop_id, customer_id } = ctx
  const [row] = await queryPlaced(ctx.db, { shop_id, customer_id, idempotency_key: input.idempotency_key })
  if (!row) return null
  if (row.digest !== requestDigest(input))
    throw new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', 'ご注文の内容が変わりました。もう一度ご確認ください。')
  return placedOrder(row)
}

const queryPlaced = statement('find_placed', (db) =>
  db
    .select({
      order_no: orders.order_no,
      status: orders.status,
      digest: order_evidence.request_digest,
      created_at: orders.created_at,
      state: payment.state,
      redirect_url: payment.redirect_url,
      refusal: payment.refusal,
    })
    .from(orders)
    .innerJoin(order_evidence, and(eq(order_evidence.shop_id, orders.shop_id), eq(order_evidence.order_id, orders.id)))
    .leftJoin(payment, and(eq(payment.shop_id, orders.shop_id), eq(payment.order_id, orders.id)))
    .where(
      and(
        eq(orders.shop_id, sql.placeholder('shop_id')),
        eq(orders.customer_id, sql.placeholder('customer_id')),
        eq(orders.idempotency_key, sql.placeholder('idempotency_key')),
      ),
    )
    .orderBy(desc(payment.id))
    .limit(1),
)
