import { userMessage } from '@kushi/values/user-message'
import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { ShopError } from '../shop-error.ts'
import { checkCardLock, noteDecline } from './card-lock.ts'
import { askCards } from './internal/ask-cards.ts'
import { makeNumber } from './internal/make-number.ts'
import { PaymentRefused } from './payment-port.ts'

/**
 * カードの有効性確認: EntryTran CHECK, which moves no money, then ExecTran, which uses up the token. For members only, tightly
 * limited, with the same refusal for every reason: distinct answers would help to test stolen card numbers.
 */
export const checkCard: Verb<'POST /v1/common/payment/card/check'> = async (ctx, { token }) => {
  await takeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  await checkCardLock(ctx)
  await askCards(ctx, async () => {
    const check = { provider_order_id: makeNumber('C', ctx.clock.today()) }
    const access = await ctx.ports.card.enterCheck({ ...check, is_authenticated: false })
    try {
      await ctx.ports.card.executeCheck({ ...access, ...check, token, return_url: '' })
    } catch (error) {
      await noteDecline(ctx, error)
      throw error instanceof PaymentRefused
        ? new ShopError(422, 'ERROR_CARD_UNUSABLE', userMessage('card_unusable'))
        : error
    }
  })
  return { is_valid: true }
}
