import { invalidFields, ShopError } from '@kushi/shop/shop-error'
import { composed } from '@kushi/values/text'

/** To the letter: what a driver reads, and what nobody but its owner may know (spec section 5). */
const untrimmed = new Set(['delivery_notes', 'password', 'password_confirm', 'current_password'])

const deepest = 12

/**
 * Input as the shop wants it: outer white space is never meant, kana and dakuten are one character (NFC), and what no database can keep (U+0000, half of a
 * surrogate pair) is never right.
 * @throws ShopError 422 for such text, 400 for what is nested without end.
 */
export function cleaned(value: unknown, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return text(value, path)
  if (value === null || typeof value !== 'object') return value
  if (path.length > deepest) throw new ShopError(400, 'ERROR_MALFORMED', '送信内容を読み取れませんでした。')
  if (Array.isArray(value)) return value.map((one, n) => cleaned(one, [...path, String(n)]))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, [...path, name])]))
}

function text(value: string, path: readonly string[]): string {
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidFields([
      {
        path: path.join('.'),
        message_id: 'cmn-err-003',
        message: '使えない文字が含まれています。入力し直してください。',
      },
    ])
  return untrimmed.has(path.at(-1) ?? '') ? value : composed(value.trim())
}
