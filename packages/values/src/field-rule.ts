import { type CalendarDate, isCalendarDate } from './calendar-date.ts'
import { isRegistrationNumber, parseCompanyName } from './company.ts'
import { formatSlashedDate } from './date-format.ts'
import { isEmail } from './email.ts'
import { isHiragana } from './kana.ts'
import { type FieldRuleMessageId, fieldRuleMessage } from './message.ts'
import { isPassword, type PasswordLength } from './password.ts'
import { isPhone, normalizePhone } from './phone.ts'
import { unregistrableCharacters } from './registrable.ts'
import type { TemplateArgument } from './template.ts'
import { type UserMessageId, userMessage } from './user-message.ts'

/** A rule that a value broke; `message` is ready to be shown at the field. */
export interface BrokenRule {
  readonly message_id: FieldRuleMessageId | UserMessageId
  readonly message: string
}

/**
 * A check of one field (入力チェック), the same in the browser and on the server. Returns null when the value is valid.
 *
 * Values come trimmed and normalised. Only `required` and `requiredSelect` reject an empty one, so that every other
 * rule also works for optional fields.
 */
export type FieldRule = (value: string) => BrokenRule | null

/** The ids whose template takes the label and at most one more argument. */
type FormatId = 'cmn-err-003' | 'cmn-err-004' | 'cmn-err-007' | 'cmn-err-015'

function unless(passes: (value: string) => boolean, broken: () => BrokenRule): FieldRule {
  return (value) => (value === '' || passes(value) ? null : broken())
}

function format(id: FormatId, passes: (value: string) => boolean, label: string, detail: TemplateArgument): FieldRule {
  return unless(passes, () => ({ message_id: id, message: fieldRuleMessage(id, label, detail) }))
}

/** Contains something other than white space: 001. */
export function required(label: string): FieldRule {
  return (value) =>
    value.trim() === '' ? { message_id: 'cmn-err-001', message: fieldRuleMessage('cmn-err-001', label) } : null
}

/** Something is selected, including 0: 002. */
export function requiredSelect(label: string): (value: string | number | null | undefined) => BrokenRule | null {
  return (value) =>
    value === '' || value === null || value === undefined
      ? { message_id: 'cmn-err-002', message: fieldRuleMessage('cmn-err-002', label) }
      : null
}

/** At most `max` characters; a rare kanji or an emoji counts as one, as in the database: 004. */
export function maxLength(label: string, max: number): FieldRule {
  return format('cmn-err-004', (value) => [...value].length <= max, label, max)
}

/** An e-mail address: 003. */
export function email(label: string): FieldRule {
  return format('cmn-err-003', isEmail, label, '「name@example.jp」の形式')
}

/** Equal to another field, for confirmations: 015. An empty confirmation is rejected by `required`. */
export function sameAs(label: string, otherLabel: string, other: string): FieldRule {
  return format('cmn-err-015', (value) => value === other, label, otherLabel)
}

/** Hiragana and the long-vowel mark only: 003. */
export function hiragana(label: string): FieldRule {
  return format('cmn-err-003', isHiragana, label, '全角ひらがな')
}

/** The right number of digits, or exactly the `allowed` value: 016. */
export function phone(label: string, allowed?: string): FieldRule {
  return unless(
    (value) => isPhone(value, allowed),
    () => ({ message_id: 'cmn-err-016', message: fieldRuleMessage('cmn-err-016', label) }),
  )
}

/** A length within the shop's limits, with a digit, a lowercase and an uppercase letter: 014. */
export function password(label: string, length: PasswordLength): FieldRule {
  const { password_min, password_max } = length
  return unless(
    (value) => isPassword(value, length),
    () => ({ message_id: 'cmn-err-014', message: fieldRuleMessage('cmn-err-014', label, password_min, password_max) }),
  )
}

/** The first three digits of a postal code: 003. */
export function postalCode01(label: string): FieldRule {
  return format('cmn-err-003', (value) => /^\d{3}$/.test(value), label, '半角数字3桁と4桁')
}

/** The last four digits of a postal code: 003. */
export function postalCode02(label: string): FieldRule {
  return format('cmn-err-003', (value) => /^\d{4}$/.test(value), label, '半角数字3桁と4桁')
}

/** Only characters that slips can print; the default message lists the others. */
export function registrable(label: string, text?: string): FieldRule {
  return (value) => {
    const offending = unregistrableCharacters(value)
    if (offending.length === 0) return null
    return { message_id: 'unregistrable', message: text ?? userMessage('unregistrable', label, offending.join(' ')) }
  }
}

/** An existing day that is not after `today`, for example a birthday. */
export function notFuture(label: string, today: CalendarDate): FieldRule {
  return unless(
    (value) => isCalendarDate(value) && value <= today,
    () => ({ message_id: 'invalid', message: userMessage('invalid', label) }),
  )
}

/** An existing day that is `first` or later: 007. */
export function onOrAfter(label: string, first: CalendarDate): FieldRule {
  return format('cmn-err-007', (value) => isCalendarDate(value) && value >= first, label, formatSlashedDate(first))
}

/** A full name with a space between last and first name, as the wholesale application requires: 003. */
export function spacedName(label: string): FieldRule {
  return format(
    'cmn-err-003',
    (value) => /^\S+[ 　]+\S+$/.test(value),
    label,
    '「山田 花子」のように姓と名の間を空けた形',
  )
}

/** A company, with its manager in brackets if there is one: 003. */
export function companyName(label: string): FieldRule {
  return format('cmn-err-003', (value) => parseCompanyName(value) !== null, label, '「会社名(担当者名)」の形')
}

/** A web address with http(s)://: 003. */
export function webAddress(label: string): FieldRule {
  return format('cmn-err-003', (value) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(value), label, '「https://」で始まるURL')
}

/** A phone number as printed, with hyphens at the shop's choice: 016. */
export function printedPhone(label: string): FieldRule {
  const digits = phone(label)
  return (value) => digits(normalizePhone(value))
}

/** 適格請求書発行事業者登録番号: 003. */
export function registrationNumber(label: string): FieldRule {
  return format('cmn-err-003', isRegistrationNumber, label, '「T」と半角数字13桁')
}
