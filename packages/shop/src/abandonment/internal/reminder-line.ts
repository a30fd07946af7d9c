import type { Queryable } from '@kushi/db/connect'
import { itemName } from '@kushi/values/variant'
import { composeLine } from '../../message/index.ts'
import { lineMessage } from '../../outbox/index.ts'
import type { LineMessage } from '../../outbox/line-messaging-port.ts'
import { SHOWN_ITEMS } from './reminder-items.ts'
import { itemPrice, LAST, type Reminder } from './reminder-mail.ts'

const text = (value: string, more: object = {}) => ({
  type: 'text',
  text: value,
  color: '#23211E',
  wrap: true,
  ...more,
})
const small = { size: 'xs', color: '#6B675F' }
const uri = (label: string, url: string) => ({ type: 'uri', label, uri: url })

/**
 * カートのお知らせ over LINE. It is advertising too, so it names the seller and the way to stop it. LINE loads pictures by
 * https only.
 */
export async function reminderLine(db: Queryable, reminder: Reminder): Promise<LineMessage> {
  const { seller, items, restore_url, stop_url, is_last, picture } = reminder
  const { title, lead } = await composeLine(db, seller, 'line_cart_reminder', { 最後のお知らせ: is_last ? LAST : '' })
  const shownItems = items.slice(0, SHOWN_ITEMS)
  const rows = shownItems.map((item) => {
    const url = picture(item.product_image)
    const shown = { type: 'image', url, size: 'xs', aspectRatio: '4:5', aspectMode: 'cover', flex: 1 }
    const words = [text(itemName(item), { size: 'sm', weight: 'bold' }), text(itemPrice(item), small)]
    const contents = [
      ...(url.startsWith('https:') ? [shown] : []),
      { type: 'box', layout: 'vertical', flex: 3, contents: words },
    ]
    return { type: 'box', layout: 'horizontal', spacing: 'md', contents }
  })
  const more = items.length - rows.length
  return lineMessage(seller.shop_name, `${title}\n${shownItems.map(itemName).join('、')}`, {
    body: {
      type: 'box',
      layout: 'vertical',
      spacing: 'md',
      contents: [
        text(seller.shop_name, small),
        text(title, { weight: 'bold', size: 'lg' }),
        ...rows,
        ...(more > 0 ? [text(`ほか${more}点`, small)] : []),
        ...(lead ? [text(lead, small)] : []),
      ],
    },
    footer: {
      type: 'box',
      layout: 'vertical',
      spacing: 'sm',
      contents: [
        { type: 'button', style: 'primary', color: '#A4303F', action: uri('カートを見る', restore_url) },
        { type: 'button', style: 'link', height: 'sm', action: uri('配信を停止する', stop_url) },
        text(`${seller.company_name} ${seller.company_address}`, { ...small, align: 'center' }),
      ],
    },
  })
}
