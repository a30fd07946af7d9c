import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Input, MemberContext, Verb } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { requireFriend } from '../line/require-friend.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { checkCardLock } from '../payment/card-lock.ts'
import { type Placed, placedOrder } from '../payment/placed-order.ts'
import { requireConsent } from '../payment/require-consent.ts'
import { startPayment } from '../payment/start-payment.ts'
import { invalidFields, ShopError } from '../shop-error.ts'
import { assessOrder } from './assess-order.ts'
import { checkShown } from './check-shown.ts'
import { findPlaced } from './find-placed.ts'
import { writeOrder } from './write-order.ts'

type Request = Input<'POST /v1/order/public/new'>

/**
 * 注文の確定. The same `idempotency_key` answers the same order, however often and on whichever process it arrives.
 * Stock is taken with the order; the provider is asked after that, outside of any transaction.
 */
export const placeOrder: Verb<'POST /v1/order/public/new'> = async (ctx, input) => {
  const before = await findPlaced(ctx, input)
  if (before) return resume(ctx, input, before)
  try {
    return await place(ctx, input)
  } catch (error) {
    // A second click is not told that its own first one took the last piece.
    const meanwhile = error instanceof ShopError ? await findPlaced(ctx, input) : null
    if (!meanwhile || meanwhile.status === 'payment_pending') throw error
    return meanwhile
  }
}

async function place(ctx: MemberContext, input: Request): Promise<Placed> {
  await takeLimit(ctx, 'order', { account: String(ctx.customer_id), address: ctx.ip })
  await requireFriend(ctx)
  checkSource(input)
  if (input.card && 'token' in input.card) await checkCardLock(ctx)
  const assessed = await assessOrder(ctx, input)
  requireConsent(assessed.consent_text, input.third_party_consent)
  checkShown(input.shown, assessed)
  const order = await writeOrder(ctx, input, assessed)
  // Somebody with the same key was faster; theirs is the order.
  if (!order) return resume(ctx, input, (await findPlaced(ctx, input))!)
  if (order.status === 'payment_pending') return startPayment(ctx, order.order_no, input)
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return placedOrder(order)
}

async function resume(ctx: MemberContext, input: Request, placed: Placed): Promise<Placed> {
  if (placed.status !== 'payment_pending') return placed
  if (input.card && 'token' in input.card) await checkCardLock(ctx)
  return startPayment(ctx, placed.order_no, input)
}

/** @throws ShopError 422 where what is to be paid with was not sent */
function checkSource({ payment_method_id, card, amazon }: Request): void {
  const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'cmn-err-002', message }])
  if (payment_method_id === PAYMENT_METHOD.credit_card && !card) throw refuse('card', 'カードを選択してください。')
  if (payment_method_id === PAYMENT_METHOD.amazon_pay && !amazon)
    throw refuse('amazon', 'Amazon Payのボタンから、お手続きをやり直してください。')
}
