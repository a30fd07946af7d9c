import { TEMPLATE_MARK_TEXT } from '@kushi/values/law-page'
import type { RiskCheckMode } from '@kushi/values/person'
import type { PointRules } from '@kushi/values/points'

/** Facts from the settings for the ひな形 of the privacy policy and the terms. */
export interface PolicyDraftFacts {
  shop_name: string
  company_name: string
  /** Payment methods that customers can see. */
  has_card: boolean
  /** By id; each may say to whom it passes what. */
  methods: readonly (number | null)[]
  /** 後払い, by any provider. */
  has_invoice: boolean
  has_line: boolean
  has_subscriptions: boolean
  /** Sells products that are paid at once for several deliveries. */
  has_yearly: boolean
  has_ranks: boolean
  /** お友だち紹介 */
  has_referral: boolean
  /** Some 申し込みページ have パターン, which are compared by a sign in the browser. */
  has_variants: boolean
  /** 広告のクリックID are kept with orders. */
  click_id_flag: boolean
  /**
   * 広告の送信先: the recipients of order data, the contacts whose hashes they receive (メールアドレス, 電話番号), and the hosts that
   * the customer's browser itself requests.
   */
  ad_recipients: readonly { name: string; hashes: readonly string[]; hosts: readonly string[] }[]
  /** 不正注文の審査: other than `off` if an outside service is told of orders. */
  risk_check: RiskCheckMode
  /** ポイントのきまり; null: the shop has none. */
  points: PointRules | null
}

/** Escapes text for the HTML of a draft. */
export const escapeHtmlText = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Warning at the top of each draft (ひな形): it must be completed and checked by a lawyer before it is published. */
export const draftWarningHtml = `<p>${TEMPLATE_MARK_TEXT}この文章は、たたき台です。このままでは公開できません。【 】の箇所を直し、弁護士などの専門家に内容を確認してもらってから、この段落を消してください。</p>`

/** Returns an HTML list. `false` leaves an item out. Does not escape. */
export const htmlBulletList = (items: readonly (string | false)[]): string =>
  `<ul>\n${items.flatMap((one) => (one === false ? [] : [`  <li>${one}</li>`])).join('\n')}\n</ul>`

/** Returns an HTML definition list of headings and texts. Does not escape. */
export const definitionListHtml = (rows: readonly (readonly [string, string])[]): string =>
  `<dl>\n${rows.map(([head, text]) => `  <dt>${head}</dt>\n  <dd>${text}</dd>`).join('\n')}\n</dl>`

/** Joins the chapters of a draft under numbered headings. `false` leaves a chapter out. */
export const numberedChaptersHtml = (
  parts: readonly (readonly [heading: string, html: string] | false)[],
  number: (n: number) => string,
): string =>
  parts
    .filter((one) => one !== false)
    .map(([heading, html], n) => `<h2>${number(n + 1)}${heading}</h2>\n${html}`)
    .join('\n\n')
