import { isCardPayment, paymentMethod, paysFirstDeliveryOnly } from '@kushi/values/payment-method'
import type { PersonMatch } from '@kushi/values/person'
import { FOLLOWING_WAY_LABEL, sameSecondWayProblem } from '@kushi/values/second-way'
import type { Handler, Input, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { requireApprovedAccount } from '../../people/customer/index.ts'
import { requireLineFriend } from '../../people/line/index.ts'
import { memberBlockedError, requireConfirmedDevice } from '../../people/session/index.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import {
  cachedOwnCards,
  checkCardLock,
  type OwnCards,
  requireChargeableWay,
  requireConsent,
  requireSheetToken,
  requireUsableCard,
} from '../payment/index.ts'
import { assessOrder, type OrderAssessment } from './internal/assess-order.ts'
import { assessRisk } from './internal/assess-risk.ts'
import { checkConfirmation } from './internal/check-confirmation.ts'
import { findBuyer, findPlacedOrder, type OrderBuyer, usesStoredMeans } from './internal/find-buyer.ts'
import { type PlacementResult, placementResult } from './internal/placed-order.ts'
import { type OrderHook, writeOrder } from './internal/write-order.ts'
import { payOrder } from './pay-order.ts'
import { releaseApproval } from './release-approvals.ts'

type Request = Input<'POST /v1/order/public/new'>

/**
 * Options of an order that an operator places or prepares. `also` runs in the order's transaction; `said` replaces the
 * text that a screen would have shown.
 */
interface OperatorOrderOptions {
  also: OrderHook
  said?(assessed: OrderAssessment): Partial<Request['shown']>
}

/**
 * 注文の確定. The same `idempotency_key` returns the same order, however often and on whichever process the request arrives.
 * The stock is taken with the order; the provider is called afterwards, outside any transaction.
 */
export const placeOrder: Handler<'POST /v1/order/public/new'> = (ctx, input) => placeOrderWithOptions(ctx, input)

/** Like `placeOrder`, also for an order in which an operator is involved. */
export async function placeOrderWithOptions(
  ctx: MemberContext,
  input: Request,
  taken?: OperatorOrderOptions,
): Promise<PlacementResult> {
  try {
    return await placeOrResume(ctx, input, taken)
  } finally {
    await releaseApproval(ctx, input)
  }
}

async function placeOrResume(ctx: MemberContext, input: Request, taken?: OperatorOrderOptions) {
  if (await usesStoredMeans(ctx, input)) await requireConfirmedDevice(ctx)
  const buyer = await findBuyer(ctx, input)
  if (buyer.placed) return resume(ctx, input, buyer.placed)
  try {
    return await place(ctx, input, buyer, taken)
  } catch (error) {
    // If the customer's own first click took the last piece, the second one returns that order instead of an error.
    const meanwhile = error instanceof ShopError ? await findPlacedOrder(ctx, input) : null
    if (!meanwhile || meanwhile.status === 'payment_pending') throw error
    return meanwhile
  }
}

async function place(
  ctx: MemberContext,
  asked: Request,
  buyer: OrderBuyer,
  taken?: OperatorOrderOptions,
): Promise<PlacementResult> {
  await consumeLimit(ctx, 'order', { account: String(ctx.customer_id), address: ctx.ip })
  await requireApprovedAccount(ctx)
  if (buyer.is_blocked) throw memberBlockedError()
  await requireLineFriend(ctx)
  const assessed = await assessOrder(ctx, asked)
  if (assessed.method !== null) checkSource(asked)
  const input = taken?.said ? { ...asked, shown: { ...asked.shown, ...taken.said(assessed) } } : asked
  requireConsent(assessed.consent_text, input.third_party_consent)
  requireConsent(assessed.second_way?.consent_text ?? null, input.second_way_consent === true, 'second_way_consent')
  checkConfirmation(input.shown, assessed)
  const ownCards = cachedOwnCards(ctx)
  await checkCard(ctx, input, ownCards)
  await checkSecondWay(ctx, input, assessed, ownCards)
  const doubts = await assessRisk(ctx, input, assessed, buyer)
  const order = await writeOrder(ctx, { input, assessed: withDoubts(assessed, doubts), buyer, also: taken?.also })
  // A concurrent request with the same key was faster; its order counts.
  if (!order) return resume(ctx, input, (await findPlacedOrder(ctx, input))!)
  if (order.status === 'payment_pending') return payOrder(ctx, order.order_no, input)
  return placementResult(order)
}

const withDoubts = (assessed: OrderAssessment, doubts: PersonMatch[]): OrderAssessment =>
  doubts.length === 0
    ? assessed
    : { ...assessed, matches: { ...assessed.matches, doubted: [...assessed.matches.doubted, ...doubts] } }

/**
 * Checks that a new card may be entered now, or that the member has the saved one.
 * @throws ShopError 429, 422 beside the card
 */
async function checkCard(ctx: MemberContext, { payment_method_id, card }: Request, ownCards: OwnCards): Promise<void> {
  if (!isCardPayment(payment_method_id) || !card) return
  if ('token' in card) return checkCardLock(ctx)
  await requireUsableCard(ctx, card.card_seq, ownCards).catch(refusedAt('card'))
}

/**
 * Checks that お支払いできないときに使う方法 can be charged, and is no card that pays this order.
 * @throws ShopError 422 beside it, 503
 */
async function checkSecondWay(
  ctx: MemberContext,
  input: Request,
  { second_way }: OrderAssessment,
  ownCards: OwnCards,
): Promise<void> {
  if (!second_way) return
  const { payment_method_id, card } = input
  const card_seq = isCardPayment(payment_method_id) && card && 'card_seq' in card ? card.card_seq : null
  const why = sameSecondWayProblem(second_way, { payment_method_id, card_seq })
  if (why) throw refusedField('second_way', why)
  await requireChargeableWay(ctx, second_way, ownCards).catch(refusedAt('second_way'))
}

/** Turns a refusal of a saved card or a linked account into an error at this field of the order. */
const refusedAt = (path: string) => (error: unknown) => {
  if (!(error instanceof ShopError)) throw error
  if (error.status === 404) throw refusedField(path, 'カードを選択し直してください。')
  throw error.status === 422 ? refusedField(path, error.message) : error
}

async function resume(ctx: MemberContext, input: Request, placed: PlacementResult): Promise<PlacementResult> {
  if (placed.status !== 'payment_pending') return placed
  if (input.card && 'token' in input.card) await checkCardLock(ctx)
  return payOrder(ctx, placed.order_no, input)
}

/** @throws ShopError 422 when the payment details are missing */
function checkSource(asked: Request): void {
  const { payment_method_id, card, amazon, konbini_store, sheet_token, second_way } = asked
  const { kind, name, has_button, asks_store } = paymentMethod(payment_method_id)
  if (kind === 'card' && !card) throw refusedField('card', 'カードを選択してください。')
  if (asks_store && !konbini_store) throw refusedField('konbini_store', 'お支払いになるコンビニを選択してください。')
  if (paysFirstDeliveryOnly(asked) && !second_way)
    throw refusedField('second_way', `${FOLLOWING_WAY_LABEL}を選択してください。`)
  requireSheetToken(payment_method_id, sheet_token)
  if (has_button && !amazon) throw refusedField('amazon', `${name}のボタンから、お手続きをやり直してください。`)
}
