import type { FieldFailure } from '@kushi/contract/failure'
import {
  LEGAL_NOTICE_HEADING,
  type LegalNoticeField,
  legalNoticeFields,
  subscriptionLegalNoticeFields,
} from '@kushi/values/law-page'
import { fieldRuleMessage } from '@kushi/values/message'
import { findPromiseDisagreements } from '../../../catalogue/promise/rules/disagreements.ts'
import type { ShopFacts } from '../../../catalogue/promise/rules/facts.ts'
import { fillPromisesInText } from '../../../catalogue/promise/rules/render.ts'
import { LAW_ITEMS } from './law-items.ts'

/** The text of each field of 特定商取引法に基づく表記. */
export type LawPageValues = Record<LegalNoticeField, string>

/** The item of the law that a field covers; null: the law requires none, and the field is optional. */
const ITEM_OF: Record<LegalNoticeField, string | null> = {
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

const itemOf = (field: LegalNoticeField) => LAW_ITEMS.find(({ label }) => label === ITEM_OF[field])

const optionalHints: Partial<LawPageValues> = {
  email: 'お問い合わせを受けるアドレス',
  limit: '1回に買える数、年払いの途中での解約など',
}

/** A hint for each field: what to write there. */
export const lawFieldHints = Object.fromEntries(
  legalNoticeFields.map((field) => [field, itemOf(field)?.hint ?? optionalHints[field] ?? '']),
) as LawPageValues

/**
 * Returns the problems of the fields: empty, lacking what the law requires, or different from the settings. Checks the
 * text as customers read it, with its placeholders filled.
 */
export function lawPageFailures(values: LawPageValues, has_subscriptions: boolean, facts: ShopFacts): FieldFailure[] {
  return legalNoticeFields.flatMap((path): FieldFailure[] => {
    const item = itemOf(path)
    const text = fillPromisesInText(values[path].trim(), facts).trim()
    const isWanted = item !== undefined && (has_subscriptions || !subscriptionLegalNoticeFields.includes(path))
    if (text === '')
      return isWanted
        ? [{ path, message_id: 'cmn-err-001', message: fieldRuleMessage('cmn-err-001', LEGAL_NOTICE_HEADING[path]) }]
        : []
    if (item && !item.found.test(`\n${LEGAL_NOTICE_HEADING[path]}\n${text}`.normalize('NFKC')))
      return [{ path, message_id: 'refused', message: `次のことがわかるように書いてください: ${item.hint}。` }]
    const [wrong] = findPromiseDisagreements(`${LEGAL_NOTICE_HEADING[path]}: ${values[path]}`, facts)
    if (!wrong) return []
    return [{ path, message_id: 'refused', message: `設定と違います。いまの設定では: ${wrong.fact}` }]
  })
}

/** The HTML of the page: each heading with its text; empty fields are left out. */
export function lawPageHtml(values: LawPageValues): string {
  const rows = legalNoticeFields
    .filter((field) => values[field].trim() !== '')
    .map((field) => `<dt>${LEGAL_NOTICE_HEADING[field]}</dt>\n<dd>${escaped(values[field].trim())}</dd>`)
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

/** Reads the fields back from a saved page; null when the page contains anything but these fields. */
export function parseLawPage(html: string): LawPageValues | null {
  const rows = [...html.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([\s\S]*?)<\/dd>/g)]
  const values = Object.fromEntries(legalNoticeFields.map((field) => [field, ''])) as LawPageValues
  for (const [, heading, text] of rows) {
    const field = legalNoticeFields.find((one) => LEGAL_NOTICE_HEADING[one] === heading)
    if (field) values[field] = unescaped(text!)
  }
  const isAll = lawPageHtml(values).replace(/\s|<br *\/?>/g, '') === html.replace(/\s|<br *\/?>/g, '')
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
