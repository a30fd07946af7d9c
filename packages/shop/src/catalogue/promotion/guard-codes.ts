import type { QuotedPromotion } from '@kushi/contract/quote'
import { normalizeCouponCode } from '@kushi/values/promotion'
import type { QueryContext } from '../../context.ts'
import { consumeLimit, releaseLimitUse, tryLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'

interface PromotedQuote {
  summary: { promotions: QuotedPromotion[] }
}

type GuardContext = Pick<QueryContext, 'db' | 'clock' | 'shop_id' | 'settings' | 'ip' | 'user_agent' | 'customer_id'>

/**
 * Limits guessing at codes: counts each code before it is answered, so that many at once can't pass, and gives back those
 * that exist or were counted before: a cart asks for its price again and again. Beyond the limit the price is that
 * without codes, and says so: a cart stays usable.
 */
export async function limitCodeGuessing<Q extends PromotedQuote>(
  ctx: GuardContext,
  coupon_codes: readonly string[],
  ask: (coupon_codes: readonly string[]) => Promise<Q>,
): Promise<Q> {
  if (coupon_codes.length === 0) return ask([])
  const { ip: address, user_agent, customer_id } = ctx
  // Members have their own limit, so that somebody else behind the same address does not block them.
  const who = customer_id === null ? { address, user_agent } : { address, account: String(customer_id) }
  const giveBack = async (count: number) => {
    for (let n = 0; n < count; n += 1) await releaseLimitUse(ctx, 'coupon', who)
  }
  let taken = 0
  try {
    for (; taken < coupon_codes.length; taken += 1) await consumeLimit(ctx, 'coupon', who)
  } catch (error) {
    if (!(error instanceof ShopError && error.status === 429)) throw error
    await giveBack(taken)
    const answer = await ask([])
    answer.summary.promotions.push(...coupon_codes.map((code) => untried(normalizeCouponCode(code), error.message)))
    return answer
  }
  const answer = await ask(coupon_codes)
  const unknown = answer.summary.promotions.flatMap((one) => (one.promotion_id === null ? [one.coupon_code] : []))
  await giveBack(taken - (await countNew(ctx, Object.values(who), unknown)))
  return answer
}

/** How many of the codes are guesses that this visitor has not made before. */
async function countNew(ctx: GuardContext, who: readonly string[], codes: readonly (string | null)[]): Promise<number> {
  const news = await Promise.all(
    codes.map((code) => tryLimit(ctx, 'coupon_guessed', { account: [...who, code].join('\n') })),
  )
  return news.filter(Boolean).length
}

const untried = (coupon_code: string, message: string): QuotedPromotion => ({
  promotion_id: null,
  promotion_name: coupon_code,
  coupon_code,
  is_applied: false,
  discount_amount: 0,
  message,
})
