import type { Verb } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { askCards } from './internal/ask-cards.ts'
import { ownCard } from './internal/own-cards.ts'
import type { FollowCard } from './internal/save-registered-card.ts'
import { beginRegistration } from './register-card.ts'

type Call = 'POST /v1/common/mypage/card/update'

/**
 * カードの変更. The default flag changes at once. Number, expiry and holder change only when the card is entered again: the
 * CHECK with 3-D Secure uses up the token, and the vault always saves a transaction's card under a new number. So the
 * new card replaces the old one: the default flag and whatever `follow` moves go to the new card, and the old one is
 * deleted.
 */
export const updateCard =
  (follow: FollowCard): Verb<Call> =>
  async (ctx, input) => {
    const { gmo_id, card } = await ownCard(ctx, input.card_seq, input)
    const { token, idempotency_key, card_seq } = input
    const isDefault = card.default_flag === '1'
    if (token !== undefined) {
      const is_default = isDefault || input.default_flag === '1'
      return beginRegistration(ctx, { token, idempotency_key, is_default, replaces: { card_seq, follow } })
    }
    const isChanged =
      (input.expire ?? card.expire) !== card.expire || (input.holder_name ?? card.holder_name) !== card.holder_name
    if (isChanged)
      throw needs(
        'token',
        '有効期限や名義を変更するには、カード番号をもう一度ご入力ください。',
        'ERROR_CARD_TOKEN_REQUIRED',
      )
    if (input.default_flag === '1' && !isDefault)
      await askCards(ctx, () => ctx.ports.card.setDefaultCard({ gmo_id, card_seq }))
    return { card_seq, redirect_url: null }
  }

const needs = (path: string, message: string, error: string) =>
  new ShopError(422, error, message, { fields: [{ path, message_id: 'cmn-err-001', message }] })
