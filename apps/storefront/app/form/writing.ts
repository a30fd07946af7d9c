import { toHiragana } from '@kushi/values/kana'
import { stripCommas, toHalfWidth } from '@kushi/values/text'

/** An e-mail address as it was meant, however it was typed. */
export const emailOf = (typed: string) => toHalfWidth(typed).replace(/\s/g, '')

/** Without white space at its ends, full-width letters and digits as half-width ones. */
export const trimmed = (typed: string) => toHalfWidth(typed).trim()

/** A name or a part of an address, as slips can print it. */
export const printable = (typed: string) => trimmed(stripCommas(typed))

export const kanaOf = (typed: string) => toHiragana(typed).replace(/\s/g, '')

/** 「山田　 花子 」→「山田 花子」 */
export const spaced = (typed: string) => trimmed(typed).replace(/\s+/g, ' ')
export const spacedKana = (typed: string) => spaced(toHiragana(typed))
