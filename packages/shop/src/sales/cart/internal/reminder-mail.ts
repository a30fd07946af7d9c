import type { Queryable } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { itemName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import type { StockedItem } from '../../../catalogue/price/index.ts'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  composeMail,
  escapeHtml,
  fillTextParagraphs,
  loadMessageText,
  type MailRecipient,
  mailButtonHtml,
  mailPageHtml,
  type PlaceholderValuesOf,
  personalAddresseeText,
  placeholderValuesForRecipient,
  type SenderShop,
  sellerPlaceholderValues,
  signatureHtml,
  smallPrintHtml,
} from '../../../messaging/message/index.ts'
import { AD_NOTICE_TEXT } from '../../../people/customer/index.ts'
import { MAX_REMINDER_ITEMS } from './reminder-items.ts'

export interface CartReminder {
  seller: SenderShop
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

export const reminderPriceText = ({ price, quantity, subscription }: StockedItem) =>
  `${subscription === 1 ? '定期便 ' : ''}${formatYen(price)}(税込)× ${quantity}`

export const LAST_REMINDER_TEXT = 'このカートについてのお知らせは、今回が最後です。'
const { why, stop } = AD_NOTICE_TEXT

/** カートのお知らせ: advertising, so it states sender, reason and the way to stop it (特定電子メール法). */
export async function reminderMail(db: Queryable, reminder: CartReminder, to: MailRecipient): Promise<QueuedMail> {
  const { seller, one_click_url } = reminder
  const { body } = await loadMessageText(db, seller.id, 'cart_reminder')
  return {
    ...(await composeMail(db, seller, 'cart_reminder', to, textValues(reminder))),
    is_letter: false,
    html: htmlOf(body, reminder, to),
    unsubscribe_url: one_click_url,
    is_secret: true,
  }
}

function textValues({
  name,
  items,
  restore_url,
  stop_url,
  expires_on,
  is_last,
}: CartReminder): PlaceholderValuesOf<'cart_reminder'> {
  const shown = items.slice(0, MAX_REMINDER_ITEMS).map((item) => `・${itemName(item)}\n  ${reminderPriceText(item)}`)
  const more = items.length - shown.length
  if (more > 0) shown.push(`ほか${more}点`)
  return {
    宛名: personalAddresseeText(name),
    商品: shown.join('\n'),
    カートのURL: restore_url,
    有効期限: formatDateWithWeekday(expires_on),
    最後のお知らせ: is_last ? LAST_REMINDER_TEXT : '',
    配信停止: `${why}\n${stop}\n${stop_url}`,
  }
}

/** The same text as HTML, with pictures and a button. */
function htmlOf(body: string, reminder: CartReminder, to: MailRecipient): string {
  const paragraphs = fillTextParagraphs(body, htmlValues(reminder, to), { literal: escapeHtml, newline: '<br>' })
  return mailPageHtml(reminder.seller.shop_name, paragraphs)
}

function htmlValues(reminder: CartReminder, to: MailRecipient): Record<string, string> {
  const { seller, restore_url, stop_url } = reminder
  const escaped = Object.entries({
    ...placeholderValuesForRecipient(to, textValues(reminder)),
    ...sellerPlaceholderValues(seller),
  }).map(([name, value]) => [name, escapeHtml(value).replaceAll('\n', '<br>')] as const)
  return {
    ...Object.fromEntries(escaped),
    商品: goods(reminder),
    カートのURL: mailButtonHtml('カートを見る', restore_url),
    配信停止: smallPrintHtml(
      `${why}<br><a href="${escapeHtml(stop_url)}" style="color:#6B675F">配信を停止する(ログインは不要です)</a>`,
    ),
    署名: signatureHtml(sellerPlaceholderValues(seller).署名),
  }
}

/** Reserves the space even without a picture, so that the names align. */
const photo = (url: string) =>
  url && `<img src="${escapeHtml(url)}" width="72" height="90" alt="" style="display:block;border-radius:4px">`

function goods({ items, picture }: CartReminder): string {
  const rows = items.slice(0, MAX_REMINDER_ITEMS).map(
    (item) => `<tr>
<td width="88" style="padding:12px 0;border-top:1px solid #E4DFD6;vertical-align:top">${photo(picture(item.product_image))}</td>
<td style="padding:12px 0;border-top:1px solid #E4DFD6;vertical-align:top"><strong>${escapeHtml(itemName(item))}</strong><br>${escapeHtml(reminderPriceText(item))}</td>
</tr>`,
  )
  const more = items.length - rows.length
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('\n')}</table>${more > 0 ? `ほか${more}点` : ''}`
}
