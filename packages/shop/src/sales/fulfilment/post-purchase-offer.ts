import type { OfferAfter } from '@kushi/contract/offer-after'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { listDiscounts } from '@kushi/values/promotion'
import { formatDateTime, timestampToJapanDate } from '@kushi/values/timestamp'
import { eq } from 'drizzle-orm'
import { loadShopFacts, orderTermRows } from '../../catalogue/promise/index.ts'
import type { Handler, Input, MemberContext } from '../../context.ts'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'
import { requireTotalInText } from '../checkout/index.ts'
import { decideOrderHoldout } from '../experiment/index.ts'
import {
  findOwnOrder,
  findPostPurchaseOffer,
  loadPostPurchaseAnswer,
  type PostPurchaseOfferPlan,
  postPurchaseAnswerCondition,
} from './internal/find-post-purchase-offer.ts'
import { writeOrderChange } from './internal/write-change.ts'

/**
 * 注文のあとのご案内 on the completion page, at most one an order: the first that fits stays the order's, and is counted as
 * shown. null once it was taken or has ended, when the order can't be added to, or when a 比較 withholds it.
 */
export const showPostPurchaseOffer: Handler<'POST /v1/order/public/{order_no}/offer'> = async (ctx, { order_no }) => {
  const order = await findOwnOrder(ctx, order_no)
  const answer = await loadPostPurchaseAnswer(ctx, order)
  if (answer?.is_taken) return { offer: null }
  const found = await findPostPurchaseOffer(ctx, order, answer?.order_offer_id)
  if (!found) return { offer: null }
  const { before, after } = found.plan
  const isShown = await ctx.db.transaction(async (tx) => {
    // An offer that was already shown stays, even if a comparison began meanwhile.
    if (!answer && (await decideOrderHoldout({ ...ctx, db: tx }, found.offer.id, order))) return false
    await tx
      .insert(order_offer_answer)
      .values({
        shop_id: order.shop_id,
        order_id: order.id,
        offer_place: 'after',
        order_offer_id: found.offer.id,
        is_taken: false,
        total_before: before.payment_total,
        total_after: after.payment_total,
        created_at: order.created_at,
      })
      .onConflictDoNothing()
    return true
  })
  return { offer: isShown ? await said(ctx, found) : null }
}

async function said(ctx: MemberContext, { offer, until, item, plan }: PostPurchaseOfferPlan): Promise<OfferAfter> {
  const { before, after, items } = plan
  return {
    order_offer_id: offer.id,
    title: offer.title,
    text: offer.text,
    until: until.toISOString(),
    item,
    total_before: before.payment_total,
    amounts: { ...after, discounts: listDiscounts(items ?? []) },
    ...(await termsOf(ctx, { until, plan })),
  }
}

/** The conditions of the changed order, as its goods and the shop's settings give them. */
async function termsOf(ctx: MemberContext, { until, plan }: Pick<PostPurchaseOfferPlan, 'until' | 'plan'>) {
  const { terms_version } = await loadCachedShop(ctx)
  const terms = orderTermRows({
    facts: await loadShopFacts(ctx),
    items: plan.items ?? [],
    until: `${formatDateWithWeekday(timestampToJapanDate(until.getTime()))} ${formatDateTime(until.getTime()).slice(-5)}`,
    subscription: null,
  })
  return { terms_version, terms }
}

/**
 * Adds the goods of 注文のあとのご案内 to the order, by the same way as any change of an order. A second press changes nothing.
 * On any error the order stays as it was placed.
 * @throws ShopError 409 when the offer has ended or costs something else than was shown, 422 when the payment was
 * refused, 503 when the provider did not answer
 */
export const acceptPostPurchaseOffer: Handler<'POST /v1/order/public/{order_no}/offer/take'> = async (ctx, input) => {
  const order = await findOwnOrder(ctx, input.order_no)
  const answer = await loadPostPurchaseAnswer(ctx, order)
  if (answer?.order_offer_id !== input.order_offer_id) throw ended()
  if (answer.is_taken) return {}
  try {
    const found = await findPostPurchaseOffer(ctx, order, answer.order_offer_id)
    if (!found) throw ended()
    await take(ctx, found, input.shown)
  } catch (error) {
    if ((await loadPostPurchaseAnswer(ctx, order))?.is_taken) return {}
    throw asCustomerError(error)
  }
  return {}
}

type Shown = Input<'POST /v1/order/public/{order_no}/offer/take'>['shown']

async function take(ctx: MemberContext, { until, plan }: PostPurchaseOfferPlan, shown: Shown): Promise<void> {
  const { before, after } = plan
  const { terms, terms_version } = await termsOf(ctx, { until, plan })
  if (shown.payment_total !== after.payment_total || shown.terms_version !== terms_version)
    throw new ShopError(409, 'ERROR_AMOUNT_CHANGED', `金額が変わりました。新しい金額をご確認ください。${STANDS}`)
  requireTotalInText(shown)
  const { text, shown_at } = shown
  await writeOrderChange(ctx, plan, {
    notify: true,
    async also(tx) {
      const taken = {
        is_taken: true,
        taken_at: ctx.clock.now(),
        total_before: before.payment_total,
        total_after: after.payment_total,
        shown: { shown_at, terms_version, terms, text },
      }
      const open = postPurchaseAnswerCondition(before, eq(order_offer_answer.is_taken, false))
      const rows = await tx
        .update(order_offer_answer)
        .set(taken)
        .where(open)
        .returning({ id: order_offer_answer.order_id })
      if (rows.length === 0) throw ended()
    },
  })
}

const STANDS = 'はじめのご注文は、そのまま承っています。'
const ended = () => new ShopError(409, 'ERROR_OFFER_ENDED', `このご案内の受付は終わりました。${STANDS}`)

/** Adds to an error the sentence that the order stands as it was placed. */
function asCustomerError(error: unknown): unknown {
  if (error instanceof PaymentRefused)
    return new ShopError(
      422,
      'ERROR_PAYMENT_REFUSED',
      `カード会社の承認が得られず、商品を追加できませんでした。${STANDS}`,
    )
  if (error instanceof PaymentUnavailable)
    return new ShopError(
      503,
      'ERROR_PAYMENT_UNAVAILABLE',
      `決済会社から返事がなく、商品を追加できませんでした。${STANDS}`,
    )
  const isOvertaken =
    error instanceof ShopError &&
    ['ERROR_CHANGED_MEANWHILE', 'ERROR_ORDER_STATUS', 'ERROR_OUT_OF_STOCK'].includes(error.error)
  return isOvertaken ? ended() : error
}
