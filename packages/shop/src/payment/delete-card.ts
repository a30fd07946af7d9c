import { cardExpiryState } from '@kushi/values/card-expiry'
import { maskCardNumber } from '@kushi/values/card-number'
import type { Verb } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { askCards } from './internal/ask-cards.ts'
import { cardSubscriptions, ownCard } from './internal/own-cards.ts'

/**
 * カードの削除. Refused while an active or paused subscription pays by the card, because its next delivery could not be paid.
 * If the default card is deleted, the oldest other valid card becomes the default; the response names it.
 */
export const deleteCard: Verb<'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete'> = async (ctx, input) => {
  const { card_seq } = input
  const { gmo_id, card, others } = await ownCard(ctx, card_seq, input)
  const using = (await cardSubscriptions(ctx)).filter((each) => each.card_seq === card_seq)
  if (using.length > 0)
    throw new ShopError(
      409,
      'ERROR_CARD_IN_USE',
      `このカードは定期便(契約番号 ${using.map(({ id }) => id).join('、')})のお支払いに使われているため、削除できません。定期便のお支払い方法を変更してから、もう一度お試しください。`,
    )
  await askCards(ctx, () => ctx.ports.card.deleteCard({ gmo_id, card_seq }))
  const message = 'カードを削除しました。'
  if (card.default_flag === '0')
    return { message, default_card_seq: others.find((one) => one.default_flag === '1')?.card_seq ?? null }
  const next = others.find((one) => cardExpiryState(one.expire, ctx.clock.today()) !== 'expired') ?? others[0]
  if (!next) return { message: `${message}登録されているカードはありません。`, default_card_seq: null }
  await askCards(ctx, () => ctx.ports.card.setDefaultCard({ gmo_id, card_seq: next.card_seq }))
  return {
    message: `${message}いつも使うカードを「${maskCardNumber(next.card_info)}」に変更しました。`,
    default_card_seq: next.card_seq,
  }
}
