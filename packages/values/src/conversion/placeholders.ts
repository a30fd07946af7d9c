import { CLICK_ID_NAMES, type ClickIdName } from '../click-id.ts'

/** The placeholders of a parameter of サーバー通知, with their names. Values that identify a person are always hashed. */
export const CONVERSION_PLACEHOLDERS = {
  order_no: 'ご注文番号',
  event_id: '成果の番号(ご注文番号と時点)',
  amount: 'お支払い合計(税込)',
  amount_without_tax_and_fees: '商品代金(税・送料・手数料を除く)',
  item_codes: '品番.個数.単価(複数は「:」区切り)',
  cycle: 'お届けの回(1回きりのご注文は1)',
  adcd: '広告コード(adcd)',
  abmtcd: '広告コード(abmtcd)',
  ad_user_id: 'ASPが付けた番号(ad_user_id)',
  email_sha256: 'メールアドレスのハッシュ(SHA-256)',
  phone_sha256: '電話番号のハッシュ(SHA-256)',
} as const
/** The placeholders of a tag on the completion page: about the order, and not about a person. */
export const FRAME_PLACEHOLDERS = ['order_no', 'amount', 'amount_without_tax_and_fees', 'item_codes'] as const
export type FramePlaceholder = (typeof FRAME_PLACEHOLDERS)[number]
type PlainPlaceholder = keyof typeof CONVERSION_PLACEHOLDERS
export type ConversionPlaceholder = PlainPlaceholder | `click.${ClickIdName}`

const known = new Set<string>([
  ...Object.keys(CONVERSION_PLACEHOLDERS),
  ...CLICK_ID_NAMES.map((name) => `click.${name}`),
])

/** Placeholders of the visit's advert. An order without a value for them came from another advert. */
const OF_VISIT = /^(click\.|adcd$|abmtcd$|ad_user_id$)/
export const isVisitPlaceholder = (name: ConversionPlaceholder): boolean => OF_VISIT.test(name)

const MARK = /\{([^{}]*)\}/g
const LINE = /^([\w.[\]-]{1,64})=((?:[^{}\s]|\{[^{}\s]*\}){0,300})$/
const MAX_PARAMETERS = 30

/** A parameter as it is typed, `args={order_no}`. */
export interface ConversionParameter {
  name: string
  template: string
}

/** Parses parameters, one a line. Returns the error as text. */
export function parseConversionParameters(text: string): ConversionParameter[] | string {
  const lines = text.split('\n').map((line) => line.trim())
  const parameters: ConversionParameter[] = []
  for (const line of lines.filter(Boolean)) {
    const found = LINE.exec(line)
    if (!found) return `「${line.slice(0, 40)}」を 名前=値 の形にしてください。`
    const [, name, template] = found as unknown as [string, string, string]
    const foreign = [...template.matchAll(MARK)].find(([, mark]) => !known.has(mark!))
    if (foreign) return `${foreign[0]} は使えません。`
    parameters.push({ name, template })
  }
  if (parameters.length === 0) return 'パラメーターを入力してください。'
  if (parameters.length > MAX_PARAMETERS) return `パラメーターは${MAX_PARAMETERS}個までです。`
  return parameters
}

/** The placeholders that parameters contain. */
export const usedPlaceholders = (parameters: readonly ConversionParameter[]): ConversionPlaceholder[] =>
  parameters.flatMap(({ template }) => [...template.matchAll(MARK)].map(([, mark]) => mark as ConversionPlaceholder))

/** Fills in the values. */
export const fillParameter = (template: string, wordOf: (name: ConversionPlaceholder) => string): string =>
  template.replaceAll(MARK, (_, mark: string) => wordOf(mark as ConversionPlaceholder))

/** `item_codes`: the bought items, each as 品番.個数.単価. */
export const itemCodesText = (items: readonly { code: string; quantity: number; price: number }[]): string =>
  items.map(({ code, quantity, price }) => `${code}.${quantity}.${price}`).join(':')
