import type { FieldFailure } from '@kushi/contract/failure'
import { fieldDescriptions, fieldTitles } from '@kushi/contract/field-meta'
import { type FIELD_RULE_MESSAGES, type FieldRuleMessageId, fieldRuleMessage } from '@kushi/values/message'
import type { TemplateArguments } from '@kushi/values/template'
import { userMessage } from '@kushi/values/user-message'
import type { z } from 'zod'
import { unknownParameterFailures } from './unknown-parameters.ts'

type Issue = z.core.$ZodIssue

/** Fields that are selected instead of typed: any error means that a selection is required (002). A typed text of that name is none. */
const chosen: Record<string, string> = {
  pref_id: '都道府県',
  sex: '性別',
  where_did_you_know: '当店をお知りになったきっかけ',
  inquiry_category_id: 'お問い合わせの種類',
  payment_method_id: 'お支払い方法',
  delivery_id: '配送方法',
  delivery_time_id: 'お届け時間帯',
  reason: '解約理由',
}

/** Date fields with their own messages; 30 February gets the same one as arbitrary text. */
const days: Record<string, Omit<FieldFailure, 'path'>> = {
  birthday: { message_id: 'invalid', message: userMessage('invalid', '生年月日') },
  next_delivery_date: {
    message_id: 'next_delivery_date_invalid',
    message: userMessage('next_delivery_date_invalid'),
  },
  next_next_delivery_date: {
    message_id: 'next_next_delivery_date_invalid',
    message: userMessage('next_next_delivery_date_invalid'),
  },
}

/** Our messages are Japanese; zod's own are not meant for customers. */
const ownWords = /[ぁ-んァ-ヶ一-龠]/

/** A Japanese term at the start of what the API's document says of a name. */
const term = (text = '') => /^[^ -~]+(?=[.:;,( ]|$)/.exec(text)?.[0]

/** The label of a name, for customers and operators; otherwise the name itself, for authors of a client. */
const labelOf = (name: string, isChosen: boolean): string =>
  (isChosen ? chosen[name] : (term(fieldDescriptions().get(name)) ?? fieldTitles().get(name))) ?? `「${name}」`

/** Returns a failure for every invalid field that the schema found. A strict schema also finds unknown names. */
export const fieldFailures = (schema: z.core.$ZodType, { issues }: z.ZodError): FieldFailure[] =>
  issues.flatMap((issue) => failuresOf(schema, issue))

/** For a union, the failures of the intended variant: the first that knows every field that was sent. */
function failuresOf(schema: z.core.$ZodType, issue: Issue): FieldFailure[] {
  if (issue.code === 'unrecognized_keys')
    return unknownParameterFailures(issue.keys.map((key) => [...issue.path.map(String), key]))
  const name = String(issue.path.findLast((one) => typeof one === 'string') ?? '')
  // Without a kind that exists there is no form that could have been meant.
  if (issue.code !== 'invalid_union' || chosen[name] || issue.errors.length === 0)
    return [fieldFailure(schema, issue, name)]
  const meant = issue.errors.find((form) => form.every(({ code }) => code !== 'unrecognized_keys')) ?? issue.errors[0]
  return meant?.flatMap((inner) => failuresOf(schema, { ...inner, path: [...issue.path, ...inner.path] })) ?? []
}

function fieldFailure(schema: z.core.$ZodType, issue: Issue, name: string): FieldFailure {
  const path = issue.path.join('.')
  const own = issue.code === 'custom' ? (issue.params?.message_id as string | undefined) : undefined
  if (own) return { path, message_id: own, message: issue.message }
  const isText = schemasAt(schema, issue.path).some((one) => (one._zod.def as { type: string }).type === 'string')
  const isChosen = Object.hasOwn(chosen, name) && !isText
  const label = labelOf(name, isChosen)
  if (isChosen) return { path, ...said('cmn-err-002', label) }
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  if (Object.hasOwn(days, name) && !isMissing) return { path, ...days[name]! }
  const isEmpty = issue.input === '' && (issue.code === 'invalid_format' || issue.code === 'custom')
  const isAnswered = issue.code === 'invalid_type' && issue.expected === 'boolean'
  if (isMissing && isAnswered) return { path, ...said('cmn-err-002', label.startsWith('「') ? label : `「${label}」`) }
  const isOwn = ownWords.test(issue.message)
  const isLeftOut = isMissing || (isEmpty && !isOwn)
  const standard = isLeftOut ? said('cmn-err-001', label) : templated(schema, issue, label)
  return { path, ...standard, ...(isOwn && { message: issue.message }) }
}

const said = <Id extends FieldRuleMessageId>(
  message_id: Id,
  ...args: TemplateArguments<(typeof FIELD_RULE_MESSAGES)[Id]>
) => ({
  message_id,
  message: fieldRuleMessage(message_id, ...args),
})

/**
 * The messages of section 5 for zod's own checks: 004 text too long, 001 empty, 008 number or list out of range,
 * otherwise 003.
 */
function templated(schema: z.core.$ZodType, issue: Issue, label: string): Omit<FieldFailure, 'path'> {
  if (issue.code === 'too_big' && issue.origin === 'string') return said('cmn-err-004', label, Number(issue.maximum))
  if (issue.code === 'too_small' && issue.origin === 'string' && Number(issue.minimum) > 1)
    return said('cmn-err-003', label, `${issue.minimum}文字以上`)
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array'))
    return said('cmn-err-001', label)
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const { least, most } = boundsAt(schema, issue.path)
    const unit = issue.origin === 'array' ? '件' : ''
    return said('cmn-err-008', label, `${least}${unit}`, `${most}${unit}`)
  }
  return said('cmn-err-003', label, expectedForm(issue))
}

function expectedForm(issue: Issue): string {
  if (issue.code === 'invalid_type' && /^(number|int|bigint)$/.test(issue.expected)) return '半角数字'
  if (issue.code === 'invalid_format' && issue.format === 'date') return '「2026-12-31」の形式'
  if (issue.code === 'invalid_format' && issue.format === 'datetime') return '「2026-12-31T00:00:00Z」の形式'
  if (issue.code === 'invalid_value') return issue.values.map((value) => `「${String(value)}」`).join('か')
  return '正しい形式'
}

/** The bounds that the schema sets at this path; a list has at least no entry. */
function boundsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): { least: number; most: number } {
  const checks = schemasAt(schema, path).flatMap(({ _zod: { def } }) =>
    (def.checks ?? []).map((one) => one._zod.def as z.core.$ZodChecks['_zod']['def']),
  )
  const least = checks.flatMap((one) =>
    one.check === 'greater_than' ? [Number(one.value)] : one.check === 'min_length' ? [one.minimum] : [],
  )
  const most = checks.flatMap((one) =>
    one.check === 'less_than' ? [Number(one.value)] : one.check === 'max_length' ? [one.maximum] : [],
  )
  return { least: least[0] ?? 0, most: most[0] ?? 2_147_483_647 }
}

/** Returns the schemas at this path: several for the options of a union. */
function schemasAt(schema: z.core.$ZodType, [name, ...rest]: readonly PropertyKey[]): z.core.$ZodType[] {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  const all = name === undefined ? [] : [name, ...rest]
  switch (def.type) {
    case 'object':
      return name !== undefined && Object.hasOwn(def.shape, name) ? schemasAt(def.shape[String(name)]!, rest) : []
    case 'array':
      return name === undefined ? [schema] : schemasAt(def.element, rest)
    case 'record':
      return name === undefined ? [schema] : schemasAt(def.valueType, rest)
    case 'union':
      return def.options.flatMap((option) => schemasAt(option, all))
    case 'intersection':
      return [def.left, def.right].flatMap((side) => schemasAt(side, all))
    case 'pipe':
      return [def.in, def.out].flatMap((side) => schemasAt(side, all))
    case 'lazy':
      return schemasAt(def.getter(), all)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return schemasAt(def.innerType, all)
    default:
      return name === undefined ? [schema] : []
  }
}
