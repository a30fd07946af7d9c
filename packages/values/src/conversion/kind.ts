import type { ClickIdName } from '../click-id.ts'

/** A value that a 送信先 of this kind needs, as operators read it. */
export interface ConversionField {
  label: string
  hint?: string
  /** Stored encrypted, and never shown again. */
  is_secret?: true
  is_optional?: true
  /**
   * The form of its text: lines of `名前={項目}`, one `名前=値`, a JSON file, an ASP's tag, lines of hosts, or a box that is
   * ticked with each change. Absent: one plain value.
   */
  form?: 'parameters' | 'pair' | 'json' | 'tag' | 'hosts' | 'agree'
  /** A closed list of values, each with its name. */
  choices?: Readonly<Record<string, string>>
  /** The pattern of the whole value, and the message if it does not match. */
  pattern: RegExp
  refusal: string
}

/** 送信先の種類: a kind of third party that receives conversions, and the data that it takes. */
export interface ConversionKind {
  name: string
  /** Who receives the data, with the country, as customers read it; null: the 送信先 names it. */
  company: string | null
  fields: Readonly<Record<string, ConversionField>>
  /** The sender: our server, or the customer's browser on the completion page. */
  told_by: 'server' | 'browser'
  /** Most events of one request. */
  most: number
  /** An event of more days ago is not taken any more. */
  days: number
  /** The click ids that the third party recognises. */
  click_ids: readonly ClickIdName[]
  /** Hashes of e-mail and telephone: `required` where nothing else of the order tells it who bought. */
  contact: 'required' | 'optional'
  /**
   * How a test is told from an event: by the provider's flag, by the code in the field `test_event_code`, or not at all; `document`:
   * what the browser would get is shown, and nothing is sent.
   */
  test: 'flag' | 'code' | 'none' | 'document'
}

export const defineConversionKind = <const K extends ConversionKind>(kind: K): K => kind

/** One line that a header or an address takes. */
const LINE = /^[\x21-\x7e]{1,2000}$/
const LINE_REFUSAL = '半角の英数字と記号で、空白を入れずに入力してください。'

export const accessTokenField = (label = 'アクセストークン') =>
  ({ label, is_secret: true, pattern: LINE, refusal: LINE_REFUSAL }) as const
export const numberField = (label: string, hint?: string) =>
  ({
    label,
    ...(hint !== undefined && { hint }),
    pattern: /^\d{5,20}$/,
    refusal: '数字だけで入力してください。',
  }) as const

export const testCodeField = {
  label: 'テストイベントのコード',
  hint: '「試しに送る」でだけ使います。実際の成果には付けません。',
  is_optional: true,
  pattern: /^[\w-]{1,60}$/,
  refusal: '半角の英数字で入力してください。',
} as const

export const approvalDaysField = {
  label: '承認・否認の一覧で、発送から承認までの日数',
  hint: '一覧をASPに渡すときに入力します。返品をお受けする日数より長くします。例: 14',
  is_optional: true,
  pattern: /^\d{1,3}$/,
  refusal: '日数を、半角の数字で入力してください。',
} as const
