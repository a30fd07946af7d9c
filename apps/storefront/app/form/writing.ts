import { stripCommas, toHalfWidth } from '@kushi/values/text'

/** Normalizes a typed e-mail address: half-width, without spaces. */
export const normalizeEmail = (typed: string) => toHalfWidth(typed).replace(/\s/g, '')

/** Trims white space, and converts full-width letters and digits to half-width. */
export const normalizeText = (typed: string) => toHalfWidth(typed).trim()

/** A name or a part of an address, in a form that delivery slips can print. */
export const normalizePrintable = (typed: string) => normalizeText(stripCommas(typed))

/** 「山田　 花子 」→「山田 花子」 */
export const collapseSpaces = (typed: string) => normalizeText(typed).replace(/\s+/g, ' ')
