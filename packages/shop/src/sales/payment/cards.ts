import { cardExpiryState, formatMaskedCardNumber, maskCardNumber } from '@kushi/values/card'
import { isCardPayment } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import { type Handler, type MemberContext, runInTransaction } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { notifyProfileChange } from '../../people/customer/index.ts'
import { PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'
import { checkCardLock, recordCardDecline } from './card-lock.ts'
import { callCardProvider } from './internal/call-card-provider.ts'
import { makeProviderNumber } from './internal/make-number.ts'
import {
  findOwnCard,
  loadCardFirstDigits,
  loadCardSubscriptions,
  loadOwnCards,
  requireOwnCard,
} from './internal/own-cards.ts'
import { cardReplaced } from './internal/save-card.ts'
import { beginRegistration } from './register-card.ts'

/**
 * カードの削除. Refused while an active or paused subscription pays by the card, because its next delivery could not be paid.
 * If the default card is deleted, the oldest other valid card becomes the default; the response names it.
 */
export const deleteCard: Handler<'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete'> = async (ctx, input) => {
  const { card_seq } = input
  const { gmo_id, card, others } = await findOwnCard(ctx, card_seq, input)
  const using = (await loadCardSubscriptions(ctx)).filter(
    (each) => each.card_seq === card_seq || each.second_card_seq === card_seq,
  )
  if (using.length > 0)
    throw new ShopError(
      409,
      'ERROR_CARD_IN_USE',
      `このカードは定期便(契約番号 ${using.map(({ id }) => id).join('、')})のお支払い、またはお支払いできないときの方法に使われているため、削除できません。定期便のお支払い方法を変更してから、もう一度お試しください。`,
    )
  await callCardProvider(ctx, () => ctx.ports.card.deleteCard({ gmo_id, card_seq }))
  await tellOfCard(ctx, 'クレジットカード')
  const message = 'カードを削除しました。'
  if (card.default_flag === '0')
    return { message, default_card_seq: others.find((one) => one.default_flag === '1')?.card_seq ?? null }
  const next = others.find((one) => cardExpiryState(one.expire, ctx.clock.today()) !== 'expired') ?? others[0]
  if (!next) return { message: `${message}登録されているカードはありません。`, default_card_seq: null }
  await callCardProvider(ctx, () => ctx.ports.card.setDefaultCard({ gmo_id, card_seq: next.card_seq }))
  return {
    message: `${message}いつも使うカードを「${maskCardNumber(next.card_info)}」に変更しました。`,
    default_card_seq: next.card_seq,
  }
}

type Call = 'POST /v1/common/mypage/card/update'

/**
 * カードの変更. The default flag changes at once. Number, expiry and holder change only when the card is entered again. The
 * CHECK with 3-D Secure uses up the token, and the vault saves the card of a transaction under a new number. So the new
 * card replaces the old one: the default flag and all payments by the card move to the new card, and the old card is
 * deleted.
 */
export const updateCard: Handler<Call> = async (ctx, input) => {
  const { token, idempotency_key, card_seq } = input
  // With a token, the other values belong to the new card.
  const named = token === undefined ? input : { gmo_id: input.gmo_id }
  const { gmo_id, card } = await findOwnCard(ctx, card_seq, named)
  const isDefault = card.default_flag === '1'
  if (token !== undefined) {
    const is_default = isDefault || input.default_flag === '1'
    return beginRegistration(ctx, {
      token,
      idempotency_key,
      card_info: input.card_info,
      is_default,
      replaces_seq: card_seq,
    })
  }
  const isChanged =
    (input.expire ?? card.expire) !== card.expire || (input.holder_name ?? card.holder_name) !== card.holder_name
  if (isChanged)
    throw needs(
      'token',
      '有効期限や名義を変更するには、カード番号をもう一度ご入力ください。',
      'ERROR_CARD_TOKEN_REQUIRED',
    )
  if (input.default_flag === '1' && !isDefault) {
    const isUsable = cardExpiryState(card.expire, ctx.clock.today()) !== 'expired'
    // As for お支払い方法の変更 after a refused payment: the card is charged at once.
    if (isUsable && (await hasRefused(ctx, card_seq)))
      await consumeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
    await callCardProvider(ctx, () => ctx.ports.card.setDefaultCard({ gmo_id, card_seq }))
    await tellOfCard(ctx, 'いつも使うカード')
    if (isUsable) await takeRefused(ctx, card_seq)
  }
  return { card_seq, redirect_url: null }
}

const tellOfCard = (ctx: MemberContext, what: string) =>
  ctx.db.transaction((tx) => notifyProfileChange(tx, ctx, ctx.customer_id, [what]))

/** Whether a subscription whose payment was refused pays by another card. */
const hasRefused = async (ctx: MemberContext, to: number): Promise<boolean> =>
  (await loadCardSubscriptions(ctx)).some(
    ({ payment_method_id, card_seq, summary_status }) =>
      isCardPayment(payment_method_id) && card_seq !== to && summary_status === SUBSCRIPTION_STATUS.settlement_error,
  )

/** いつも使うカード takes the place of cards that were refused: the next try would charge them again. */
async function takeRefused(ctx: MemberContext, to: number): Promise<void> {
  const { shop_id, customer_id } = ctx
  await runInTransaction(ctx, (tx, inside) => cardReplaced(tx, inside, { shop_id, customer_id, from: null, to }))
}

const needs = (path: string, message: string, error: string) =>
  new ShopError(422, error, message, { fields: [{ path, message_id: 'cmn-err-001', message }] })

/**
 * カードの有効性確認: EntryTran CHECK, which moves no money, then ExecTran, which uses up the token. For members only, tightly
 * limited, with the same refusal for every reason: distinct answers would help to test stolen card numbers.
 */
export const checkCard: Handler<'POST /v1/common/payment/card/check'> = async (ctx, { token }) => {
  await consumeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  await checkCardLock(ctx)
  await callCardProvider(ctx, async () => {
    const check = { provider_order_id: makeProviderNumber('C', ctx.clock.today()) }
    const access = await ctx.ports.card.enterCheck({ ...check, is_authenticated: false })
    try {
      await ctx.ports.card.executeCheck({ ...access, ...check, token, return_url: '' })
    } catch (error) {
      await recordCardDecline(ctx, error)
      throw error instanceof PaymentRefused
        ? new ShopError(422, 'ERROR_CARD_UNUSABLE', userMessage('card_unusable'))
        : error
    }
  })
  return { is_valid: true }
}

/** 登録カード一覧, each card with its brand, whether it expires soon, and the subscriptions that it pays for. */
export const listCards: Handler<'GET /v1/common/mypage/card/list'> = async (ctx, { card_seq, customer_id }) => {
  requireOwnCard(ctx, { customer_id })
  const { gmo_id, cards } = await loadOwnCards(ctx)
  const wanted = cards.filter((one) => card_seq === undefined || one.card_seq === card_seq)
  if (wanted.length === 0) return { items: [] }
  const subscriptions = await loadCardSubscriptions(ctx)
  const firsts = await loadCardFirstDigits(ctx)
  const items = wanted.map(async (one) => ({
    ...one,
    gmo_id,
    brand: one.brand ?? (await brandOf(ctx, { gmo_id, card_seq: one.card_seq })),
    card_number: formatMaskedCardNumber(one.card_info, firsts.get(one.card_seq) ?? null),
    expiry_state: cardExpiryState(one.expire, ctx.clock.today()),
    subscription_ids: subscriptions.filter((each) => each.card_seq === one.card_seq).map((each) => each.id),
  }))
  return { items: await Promise.all(items) }
}

/** The brand is optional: if it is not available, the list is returned without it. */
async function brandOf(ctx: MemberContext, card: { gmo_id: string; card_seq: number }): Promise<string | null> {
  try {
    return await ctx.ports.card.brandOf(card)
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ info: error.info }, 'no brand of a card')
    return null
  }
}
