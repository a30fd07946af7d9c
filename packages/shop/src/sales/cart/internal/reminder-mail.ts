import type { Queryable } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatWithWeekday } from '@kushi/values/date-format'
import { itemName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import type { StockedItem } from '../../../catalogue/price/index.ts'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  button,
  composeMail,
  escapeHtml,
  filledParagraphs,
  greeting,
  letterPage,
  loadText,
  type Recipient,
  type Sender,
  sellerValues,
  signatureHtml,
  smallPrint,
  type ValuesOf,
  valuesForRecipient,
} from '../../../messaging/message/index.ts'
import { AD_WORDS } from '../../../people/customer/index.ts'
import { SHOWN_ITEMS } from './reminder-items.ts'

export interface Reminder {
  seller: Sender
  /** null for a guest, whose name was never entered. */
  name: string | null
  items: readonly StockedItem[]
  restore_url: string
  /** The page that stops the reminders, and the URL for a mail program's own unsubscribe button. */
  stop_url: string
  one_click_url: string
  expires_on: CalendarDate
  is_last: boolean
  /** Returns the URL of a picture from its path; empty when there is none. */
  picture: (path: string) => string
}

export const itemPrice = ({ price, quantity, subscription }: StockedItem) =>
  `${subscription === 1 ? '定期便 ' : ''}${formatYen(price)}(税込)× ${quantity}`

export const LAST_REMINDER_TEXT = 'このカートについてのお知らせは、今回が最後です。'
const { why, stop } = AD_WORDS

/** カートのお知らせ: advertising, so it states sender, reason and the way to stop it (特定電子メール法). */
export async function reminderMail(db: Queryable, reminder: Reminder, to: Recipient): Promise<QueuedMail> {
  const { seller, one_click_url } = reminder
  const { body } = await loadText(db, seller.id, 'cart_reminder')
  return {
    ...(await composeMail(db, seller, 'cart_reminder', to, textValues(reminder))),
    is_letter: false,
    html: htmlOf(body, reminder, to),
    unsubscribe_url: one_click_url,
    is_secret: true,
  }
}

function textValues({ name, items, restore_url, stop_url, expires_on, is_last }: Reminder): ValuesOf<'cart_reminder'> {
  const shown = items.slice(0, SHOWN_ITEMS).map((item) => `・${itemName(item)}\n  ${itemPrice(item)}`)
  const more = items.length - shown.length
  if (more > 0) shown.push(`ほか${more}点`)
  return {
    宛名: greeting(name),
    商品: shown.join('\n'),
    カートのURL: restore_url,
    有効期限: formatWithWeekday(expires_on),
    最後のお知らせ: is_last ? LAST_REMINDER_TEXT : '',
    配信停止: `${why}\n${stop}\n${stop_url}`,
  }
}

/** The same text as HTML, with pictures and a button. */
function htmlOf(body: string, reminder: Reminder, to: Recipient): string {
  const paragraphs = filledParagraphs(body, htmlValues(reminder, to), { literal: escapeHtml, newline: '<br>' })
  return letterPage(reminder.seller.shop_name, paragraphs)
}

function htmlValues(reminder: Reminder, to: Recipient): Record<string, string> {
  const { seller, restore_url, stop_url } = reminder
  const escaped = Object.entries({ ...valuesForRecipient(to, textValues(reminder)), ...sellerValues(seller) }).map(
    ([name, value]) => [name, escapeHtml(value).replaceAll('\n', '<br>')] as const,
  )
  return {
    ...Object.fromEntries(escaped),
    商品: goods(reminder),
    カートのURL: button('カートを見る', restore_url),
    配信停止: smallPrint(
      `${why}<br><a href="${escapeHtml(stop_url)}" style="color:#6B675F">配信を停止する(ログインは不要です)</a>`,
    ),
    署名: signatureHtml(sellerValues(seller).署名),
  }
}

/** Reserves the space even without a picture, so that the names align. */
const photo = (url: string) =>
  url && `<img src="${escapeHtml(url)}" width="72" height="90" alt="" style="display:block;border-radius:4px">`

function goods({ items, picture }: Reminder): string {
  const rows = items.slice(0, SHOWN_ITEMS).map(
    (item) => `<tr>
<td width="88" style="padding:12px 0;border-top:1px solid #E4DFD6;vertical-align:top">${photo(picture(item.product_image))}</td>
<td style="padding:12px 0;border-top:1px solid #E4DFD6;vertical-align:top"><strong>${escapeHtml(itemName(item))}</strong><br>${escapeHtml(itemPrice(item))}</td>
</tr>`,
  )
  const more = items.length - rows.length
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('\n')}</table>${more > 0 ? `ほか${more}点` : ''}`
}
