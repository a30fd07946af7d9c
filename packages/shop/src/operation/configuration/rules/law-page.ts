import type { FieldFailure } from '@kushi/contract/failure'
import { LAW_HEADING, type LawField, lawFields, subscriptionLawFields } from '@kushi/values/law-page'
import { message } from '@kushi/values/message'
import { disagreements } from '../../../catalogue/promise/rules/disagreements.ts'
import type { ShopFacts } from '../../../catalogue/promise/rules/facts.ts'
import { filledText } from '../../../catalogue/promise/rules/render.ts'
import { LAW_ITEMS } from './law-items.ts'

export type LawValues = Record<LawField, string>

/** The item of the law that a field covers; null: the law requires none, and the field is optional. */
const ITEM_OF: Record<LawField, string | null> = {
  seller: '販売業者',
  manager: '運営責任者',
  address: '所在地',
  phone: '電話番号',
  email: null,
  price: '販売価格',
  fees: '商品代金以外の必要料金',
  payment: '支払方法',
  payment_time: '支払時期',
  delivery_time: '引渡時期',
  returns: '返品・交換',
  return_fee: '返品の送料',
  subscription: '定期便の条件',
  cancellation: '定期便の解約方法',
  term: '申込みの有効期限',
  limit: null,
}

const itemOf = (field: LawField) => LAW_ITEMS.find(({ label }) => label === ITEM_OF[field])

const optionalHints: Partial<LawValues> = {
  email: 'お問い合わせを受けるアドレス',
  limit: '1回に買える数、年払いの途中での解約など',
}

export const lawHints = Object.fromEntries(
  lawFields.map((field) => [field, itemOf(field)?.hint ?? optionalHints[field] ?? '']),
) as LawValues

/**
 * The problems of the fields, each beside its field: empty, without what the law requires, or not as the settings are.
 * Judged as customers read it, with its blocks filled.
 */
export function lawProblems(values: LawValues, has_subscriptions: boolean, facts: ShopFacts): FieldFailure[] {
  return lawFields.flatMap((path): FieldFailure[] => {
    const item = itemOf(path)
    const text = filledText(values[path].trim(), facts).trim()
    const isWanted = item !== undefined && (has_subscriptions || !subscriptionLawFields.includes(path))
    if (text === '')
      return isWanted ? [{ path, message_id: 'cmn-err-001', message: message('cmn-err-001', LAW_HEADING[path]) }] : []
    if (item && !item.found.test(`\n${LAW_HEADING[path]}\n${text}`.normalize('NFKC')))
      return [{ path, message_id: 'refused', message: `次のことがわかるように書いてください: ${item.hint}。` }]
    const [wrong] = disagreements(`${LAW_HEADING[path]}: ${values[path]}`, facts)
    if (!wrong) return []
    return [{ path, message_id: 'refused', message: `設定と違います。いまの設定では: ${wrong.fact}` }]
  })
}

/** The HTML of the page: each heading with its text; empty fields are left out. */
export function lawHtml(values: LawValues): string {
  const rows = lawFields
    .filter((field) => values[field].trim() !== '')
    .map((field) => `<dt>${LAW_HEADING[field]}</dt>\n<dd>${escaped(values[field].trim())}</dd>`)
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

/** Reads the fields back from a saved page; null when the page contains anything but these fields. */
export function readLawPage(html: string): LawValues | null {
  const rows = [...html.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([\s\S]*?)<\/dd>/g)]
  const values = Object.fromEntries(lawFields.map((field) => [field, ''])) as LawValues
  for (const [, heading, text] of rows) {
    const field = lawFields.find((one) => LAW_HEADING[one] === heading)
    if (field) values[field] = unescaped(text!)
  }
  const isAll = lawHtml(values).replace(/\s|<br *\/?>/g, '') === html.replace(/\s|<br *\/?>/g, '')
  return rows.length > 0 && isAll ? values : null
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br />')

const unescaped = (html: string) =>
  html
    .replace(/<br *\/?>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
