import type { Answer, Input, MemberContext, Verb } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { requireFriend } from '../line/require-friend.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { startCardPayment } from '../payment/start-card-payment.ts'
import { invalidFields, ShopError } from '../shop-error.ts'
import { assessOrder } from './assess-order.ts'
import { checkShown } from './check-shown.ts'
import { findPlaced } from './find-placed.ts'
import { writeOrder } from './write-order.ts'

type Placed = Answer<'POST /v1/order/public/new'>
type Request = Input<'POST /v1/order/public/new'>

/**
 * 注文の確定. The same `idempotency_key` answers the same order, however often and on whichever process it arrives.
 * Stock is taken with the order; a card is asked after that, outside of any transaction.
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
  const isCard = input.payment_method_id === 1
  if (isCard && !input.card)
    throw invalidFields([{ path: 'card', message_id: 'cmn-err-002', message: 'カードを選択してください。' }])
  const assessed = await assessOrder(ctx, input)
  checkShown(input.shown, assessed)
  const order = await writeOrder(ctx, input, assessed)
  // Somebody with the same key was faster; theirs is the order.
  if (!order) return resume(ctx, input, (await findPlaced(ctx, input))!)
  if (isCard) return startCardPayment(ctx, order.order_no, input.card)
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return { order_no: order.order_no, status: order.status, redirect_url: null, payment_message: null }
}

const resume = (ctx: MemberContext, input: Request, placed: Placed): Promise<Placed> | Placed =>
  placed.status === 'payment_pending' ? startCardPayment(ctx, placed.order_no, input.card) : placed
