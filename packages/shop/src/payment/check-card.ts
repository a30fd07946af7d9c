import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { makeOrderNo } from '../order/make-order-no.ts'
import { askCards } from './ask-cards.ts'
import { checkCardLock, noteDecline } from './card-lock.ts'

/**
 * カードの有効性確認: EntryTran CHECK, which moves no money, and ExecTran with the token, which is used up by it.
 * Limited tightly, since whoever steals card numbers would like to test them here.
 */
export const checkCard: Verb<'POST /v1/common/payment/card/check'> = async (ctx, { token }) => {
  const account = ctx.customer_id === null ? {} : { account: String(ctx.customer_id) }
  await takeLimit(ctx, 'card', { ...account, address: ctx.ip })
  await checkCardLock(ctx)
  await askCards(ctx, async () => {
    const check = { provider_order_id: makeOrderNo(ctx.clock.today()).replace('K', 'C') }
    const access = await ctx.ports.card.enterCheck({ ...check, is_authenticated: false })
    try {
      await ctx.ports.card.executeCheck({ ...access, ...check, token, return_url: '' })
    } catch (error) {
      await noteDecline(ctx, error)
      throw error
    }
  })
  return { is_valid: true }
}
