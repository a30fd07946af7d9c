import { isValidCouponCode, normalizeCouponCode } from '@kushi/values/promotion'
import { pastedLines } from '../../../foundation/csv/rules/pasted-lines.ts'

/** The most lines at once. */
export const MAX_CODES_AT_ONCE = 10_000

/** A code that was typed or pasted, with its 発行先. */
export interface TypedCode {
  code: string
  issued_to: string
  /** The number of its line. */
  line: number
}

const heads = /^(コード|クーポンコード|code)$/i

/** Reads lines of a code and 発行先, separated by a tab or a comma; a first line of heads is left out. Problems name their line. */
export function readCodeLines(text: string): { codes: TypedCode[]; problems: string[] } {
  const problems: string[] = []
  const codes = new Map<string, TypedCode>()
  for (const [n, { at: line, cells }] of pastedLines(text).entries()) {
    const [first = '', issued_to = '', ...more] = cells
    const code = normalizeCouponCode(first)
    if (n === 0 && heads.test(code)) continue
    const at = `${line}行目「${first.slice(0, 30)}」`
    const before = codes.get(code)
    if (!isValidCouponCode(code)) problems.push(`${at}: コードは、半角の英数字で3〜20文字です。`)
    else if (before) problems.push(`${at}: ${before.line}行目と同じです。`)
    else if (more.length > 0)
      problems.push(`${at}: 2列より多くあります。発行先の「,」は、"発行先" のように囲んでください。`)
    else if (issued_to.length > 60) problems.push(`${at}: 発行先は60文字までです。`)
    else codes.set(code, { code, issued_to, line })
  }
  return { codes: [...codes.values()], problems }
}
