import type { CalendarDate } from '@kushi/values/calendar-date'
import { cardBrand, cardExpire, isCardExpired, isCardNumber, maxCardLength } from '@kushi/values/card'
import { fieldRuleMessage } from '@kushi/values/message'
import { compactDigits, toHalfWidth } from '@kushi/values/text'
import { userMessage } from '@kushi/values/user-message'

/** Input of a card. It exists only in the component: no storage, no form library, no request to our server. */
export interface CardFields {
  number: string
  month: string
  /** Four digits. */
  year: string
  cvc: string
  holder: string
}
export type CardFailures = Partial<Record<keyof CardFields, string>>

/** The digits of the number field, whatever stands between them. */
export const cardDigits = (number: string) => compactDigits(number).replace(/\D/g, '')

/** カード名義 as on the card. */
export const holderOf = (typed: string) => toHalfWidth(typed).trim().toUpperCase()

/** The card as it is sent: a button may be pressed, and Enter, before a field was left. */
export const normalizedCard = (card: CardFields): CardFields => ({
  ...card,
  number: cardDigits(card.number),
  cvc: compactDigits(card.cvc),
  holder: holderOf(card.holder),
})

const MAX_HOLDER_LENGTH = 50

export const noCard: CardFields = { number: '', month: '', year: '', cvc: '', holder: '' }

/** Number of digits of the security code: four for American Express, otherwise three. */
export const cvcLength = (number: string) => (cardBrand(cardDigits(number)) === 'amex' ? 4 : 3)

/** YYMM */
export const expireOf = ({ year, month }: CardFields) => cardExpire(Number(year), Number(month))

/** Groups the digits as on the card: 4-6-5 for American Express, 4-6-4 for Diners, otherwise groups of four. */
export function groupCardNumber(number: string): string {
  const digits = cardDigits(number)
  const brand = cardBrand(digits)
  const hasSixDigitGroups = brand === 'amex' || (brand === 'diners' && digits.length <= 14)
  const groups = hasSixDigitGroups
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/\d{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/** The errors in the card fields, checked before the request to the provider. */
export function cardFailures(typed: CardFields, today: CalendarDate): CardFailures {
  const failures: CardFailures = {}
  const card = normalizedCard(typed)
  const digits = card.number
  if (!digits) failures.number = fieldRuleMessage('cmn-err-001', 'カード番号')
  else if (digits.length > maxCardLength(cardBrand(digits)))
    failures.number = `カード番号が長すぎます(${digits.length}桁)。${maxCardLength(cardBrand(digits))}桁まででご入力ください。`
  else if (!isCardNumber(digits)) failures.number = 'カード番号が正しくありません。カードの表示をご確認ください。'
  if (!card.month) failures.month = fieldRuleMessage('cmn-err-002', '有効期限(月)')
  if (!card.year) failures.year = fieldRuleMessage('cmn-err-002', '有効期限(年)')
  if (card.month && card.year && isCardExpired(expireOf(card), today)) failures.month = userMessage('card_expired')
  const length = cvcLength(digits)
  if (!card.cvc) failures.cvc = fieldRuleMessage('cmn-err-001', 'セキュリティコード')
  else if (!new RegExp(`^\\d{${length}}$`).test(card.cvc))
    failures.cvc = fieldRuleMessage('cmn-err-003', 'セキュリティコード', `半角数字${length}桁`)
  if (!card.holder) failures.holder = fieldRuleMessage('cmn-err-001', 'カード名義')
  else if (card.holder.length > MAX_HOLDER_LENGTH)
    failures.holder = `カード名義は${MAX_HOLDER_LENGTH}文字までで入力してください(今 ${card.holder.length}文字)。`
  else if (!/^[A-Za-z0-9 .,'/-]+$/.test(card.holder))
    failures.holder = fieldRuleMessage('cmn-err-003', 'カード名義', '半角ローマ字')
  return failures
}
