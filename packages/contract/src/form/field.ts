import type { FieldRule } from '@kushi/values/field-rule'
import { fieldRuleMessage } from '@kushi/values/message'
import { normalizePhone } from '@kushi/values/phone'
import { cleanLine, cleanParagraphs, cleanPrintedLine, cleanTitle } from '@kushi/values/registrable'
import * as z from 'zod/mini'

/** Reports the first violated rule of `rules`, with its message id. */
const keeps = (rules: readonly FieldRule[]) =>
  z.check<string>((ctx) => {
    for (const rule of rules) {
      const broken = rule(ctx.value)
      if (!broken) continue
      const { message, message_id } = broken
      ctx.issues.push({ code: 'custom', input: ctx.value, message, params: { message_id } })
      return
    }
  })

const text = (rules: readonly FieldRule[]) => z.string({ error: () => rules[0]?.('')?.message ?? '' })

/** The same rules, but an empty text is valid. */
const optional = (rules: readonly FieldRule[]): FieldRule[] =>
  rules.map((rule) => (value) => (value.trim() === '' ? null : rule(value)))

/** A text that is not cleaned, such as a password, an e-mail or digits. */
export const field = (...rules: FieldRule[]) => text(rules).check(keeps(rules))

/** A phone number, in whatever way it is written. */
export const phoneField = (...rules: FieldRule[]) => text(rules).check(z.overwrite(normalizePhone), keeps(rules))
export const optionalPhoneField = (...rules: FieldRule[]) =>
  text([]).check(z.overwrite(normalizePhone), keeps(optional(rules)))

/**
 * A name or a part of an address: cleaned to one line before its rules are checked, both in forms and on the server.
 */
export const lineField = (...rules: FieldRule[]) => text(rules).check(z.overwrite(cleanLine), keeps(rules))
export const optionalLineField = (...rules: FieldRule[]) =>
  text([]).check(z.overwrite(cleanLine), keeps(optional(rules)))

/** A title or a name that the shop itself writes: one line, whose commas stay. */
export const titleField = (...rules: FieldRule[]) => text(rules).check(z.overwrite(cleanTitle), keeps(rules))
export const optionalTitleField = (...rules: FieldRule[]) =>
  text([]).check(z.overwrite(cleanTitle), keeps(optional(rules)))

/** A line that slips and labels print: cleaned like `lineField`, with plain hyphens. */
export const printedField = (...rules: FieldRule[]) => text(rules).check(z.overwrite(cleanPrintedLine), keeps(rules))
export const optionalPrintedField = (...rules: FieldRule[]) =>
  text([]).check(z.overwrite(cleanPrintedLine), keeps(optional(rules)))

/** Free text of several lines, without control characters. */
export const paragraphsField = (...rules: FieldRule[]) => text(rules).check(z.overwrite(cleanParagraphs), keeps(rules))
export const optionalParagraphsField = (...rules: FieldRule[]) =>
  text([]).check(z.overwrite(cleanParagraphs), keeps(optional(rules)))

/** The id of a choice in a list. Error 002 is reported while none is chosen. */
export function choiceField(label: string, last: number) {
  const error = () => fieldRuleMessage('cmn-err-002', label)
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(last, { error }))
}
