import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import { escapeHtml } from '../mail/html.ts'
import { addressee, letter, type Seller } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'
import type { StockedCartLine } from '../price/load-cart-lines.ts'
import { SHOWN_ITEMS } from './reminder-items.ts'

export interface Reminder {
  seller: Seller
  /** null: a guest, whose name nobody asked for. */
  name: string | null
  lines: readonly StockedCartLine[]
  restore_url: string
  /** The page on which it can be stopped, and where a mail program stops it itself. */
  stop_url: string
  one_click_url: string
  expires_on: CalendarDate
  is_last: boolean
  /** The address of a picture, from its path. */
  picture: (path: string) => string
}

export const lineTitle = ({ product_name, set_item_name1, set_item_name2 }: StockedCartLine) => {
  const variant = [set_item_name1, set_item_name2].filter(Boolean).join(' / ')
  return variant ? `${product_name}(${variant})` : product_name
}
export const linePrice = ({ price, quantity, subscription }: StockedCartLine) =>
  `${subscription === 1 ? '定期便 ' : ''}${formatYen(price)}(税込)× ${quantity}`

const lead = 'カートに、次の商品が残っています。ご注文の手続きは、まだ終わっていません。'
const caution =
  '在庫と価格は変わることがあります。お求めがお済みの場合や、ご不要の場合は、このままで差し支えありません。'
const last = 'このカートについてのお知らせは、今回が最後です。'
const why = 'このメールは、お知らせの配信に同意された方へお送りしています。'

/** カートのお知らせ: advertising, so with sender, reason and the way to stop it (特定電子メール法). */
export function reminderMail(reminder: Reminder, to: string): QueuedMail {
  const { seller, one_click_url } = reminder
  return {
    to,
    subject: `【${seller.shop_name}】カートに商品が残っています`,
    text: textOf(reminder),
    html: htmlOf(reminder),
    unsubscribe_url: one_click_url,
    is_secret: true,
  }
}

function textOf({ seller, name, lines, restore_url, stop_url, expires_on, is_last }: Reminder): string {
  const shown = lines.slice(0, SHOWN_ITEMS).map((line) => `・${lineTitle(line)}\n  ${linePrice(line)}`)
  const more = lines.length - shown.length
  if (more > 0) shown.push(`ほか${more}点`)
  const link = `カートの続きはこちら(${formatWithWeekday(expires_on)}まで)\n${restore_url}`
  const stop = `${why}\n配信の停止はこちら(ログインは不要です)\n${stop_url}`
  return letter(seller, name, lead, shown.join('\n'), link, is_last ? `${last}\n${caution}` : caution, stop)
}

const font = `font-family:'Hiragino Sans','Yu Gothic',sans-serif;color:#23211E;line-height:1.8`
const small = 'font-size:13px;color:#6B675F;line-height:1.7'

function htmlOf({ seller, name, lines, restore_url, stop_url, expires_on, is_last, picture }: Reminder): string {
  const rows = lines.slice(0, SHOWN_ITEMS).map(
    (line) => `<tr>
<td width="88" style="padding:12px 0;border-top:1px solid #E4DFD6;vertical-align:top"><img src="${escapeHtml(picture(line.product_image))}" width="72" height="90" alt="" style="display:block;border-radius:4px"></td>
<td style="padding:12px 0;border-top:1px solid #E4DFD6;vertical-align:top"><strong>${escapeHtml(lineTitle(line))}</strong><br>${escapeHtml(linePrice(line))}</td>
</tr>`,
  )
  const more = lines.length - rows.length
  const from = [
    seller.shop_name,
    seller.company_name,
    seller.company_address,
    `${seller.email} / ${seller.phone_number}`,
  ]
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#FBFAF7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;${font};font-size:16px">
<tr><td style="padding-bottom:24px;font-family:'Hiragino Mincho ProN','Yu Mincho',serif;font-size:22px;letter-spacing:.08em">${escapeHtml(seller.shop_name)}</td></tr>
<tr><td style="padding-bottom:16px">${escapeHtml(addressee(name))}</td></tr>
<tr><td style="padding-bottom:16px">${lead}</td></tr>
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('\n')}</table></td></tr>
${more > 0 ? `<tr><td style="padding-bottom:8px">ほか${more}点</td></tr>` : ''}
<tr><td style="padding:16px 0"><a href="${escapeHtml(restore_url)}" style="display:block;background:#A4303F;color:#FFFFFF;text-align:center;text-decoration:none;padding:14px 16px;border-radius:4px">カートを見る</a></td></tr>
<tr><td style="padding-bottom:24px;${small}">${formatWithWeekday(expires_on)}までお使いいただけます。${is_last ? last : ''}${caution}</td></tr>
<tr><td style="padding-top:16px;border-top:1px solid #E4DFD6;${small}">${why}<br><a href="${escapeHtml(stop_url)}" style="color:#6B675F">配信を停止する(ログインは不要です)</a></td></tr>
<tr><td style="padding-top:16px;${small}">${from.map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>`
}
