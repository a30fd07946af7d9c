import { compactDigits } from './text.ts'

const ELEVEN_DIGITS = /^0[5789]0/

/** 電話番号の表示: the specification's 4-3-rest, the usual Japanese hyphens, or digits only. */
export const PHONE_DISPLAY = { '4-3-rest': '4桁-3桁-残り', usual: '一般的な区切り', digits: '数字だけ' } as const
export type PhoneDisplay = keyof typeof PHONE_DISPLAY

/**
 * A phone number as people, phones and password managers write it → plain digits: `０９０−1234 5678`, `(03) 1234-5678`,
 * `+81 90-1234-5678`, `tel:0081 (0)3 1234 5678`. Other characters stay.
 */
export function normalizePhone(text: string): string {
  return compactDigits(text)
    .replace(/^tel:/i, '')
    .replace(/[().・/]/g, '')
    .replace(/^(?:\+|00|010)81(?=\d)0?/, '0')
}

/**
 * Whether it has the right number of digits (field rule: phone): 11 after 090, 080, 070 or 050, otherwise exactly 10.
 *
 * `allowed` is accepted in any form, so that a member whose stored number predates the rule can save other changes.
 * Expects a normalised number.
 */
export function isPhone(phone: string, allowed?: string): boolean {
  if (allowed && phone === allowed) return true
  return /^\d+$/.test(phone) && phone.length === (ELEVEN_DIGITS.test(phone) ? 11 : 10)
}

/**
 * Whether a provider of deferred payment can call it: 020 and 060 are mobile numbers too, and every number begins with
 * 0. Stricter than `isPhone`, so an order by invoice checks it before the provider does.
 */
export const isBillablePhone = (phone: string): boolean => /^(?:0[256789]0\d{8}|(?!0[256789]0)0\d{9})$/.test(phone)

/** For display, as the shop sets it. `09012345678` → `0901-234-5678`, `090-1234-5678` or unchanged; one with hyphens stays. */
export function formatPhone(phone: string, display: PhoneDisplay): string {
  if (!/^\d+$/.test(phone)) return phone
  if (display === '4-3-rest') return phone.length > 7 ? cut(phone, 4, 3) : phone
  if (display === 'digits') return phone
  const usual = USUAL.find(([begins]) => begins.test(phone))
  return usual ? cut(phone, usual[1], usual[2]) : phone
}

/** Numbers whose hyphens are certain. The length of other area codes needs a list, so such numbers get no hyphens. */
const USUAL: readonly (readonly [RegExp, number, number])[] = [
  [/^0[5789]0\d{8}$/, 3, 4],
  [/^0(?:120|570)\d{6}$/, 4, 3],
  [/^0[36]\d{8}$/, 2, 4],
]

const cut = (phone: string, first: number, second: number) =>
  `${phone.slice(0, first)}-${phone.slice(first, first + second)}-${phone.slice(first + second)}`
