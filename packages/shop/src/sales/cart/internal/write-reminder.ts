import type { Queryable, Tx } from '@kushi/db/connect'
import { cart_reminder } from '@kushi/db/schema/abandonment'
import type { shop } from '@kushi/db/schema/shop'
import { addDays } from '@kushi/values/calendar-date'
import { itemName } from '@kushi/values/product'
import type { StockedItem } from '../../../catalogue/price/index.ts'
import type { QueryContext } from '../../../context.ts'
import { pictureUrl, shopUrl } from '../../../foundation/setting/index.ts'
import {
  buildLineMessage,
  composeLineCard,
  enqueueLineMessageToUser,
  enqueueMail,
} from '../../../messaging/message/index.ts'
import { saveAdMessages } from '../../../people/customer/index.ts'
import { hashToken, newToken } from '../../../people/session/index.ts'
import type { LineMessage } from '../../../ports/line-messaging-port.ts'
import type { ReminderDecision } from '../rules/reminder-plan.ts'
import type { DueCart } from './due-carts.ts'
import { MAX_REMINDER_ITEMS } from './reminder-items.ts'
import { type CartReminder, LAST_REMINDER_TEXT, reminderMail, reminderPriceText } from './reminder-mail.ts'

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
export async function reminderLine(db: Queryable, reminder: CartReminder): Promise<LineMessage> {
  const { seller, items, restore_url, stop_url, is_last, picture } = reminder
  const { title, lead } = await composeLineCard(db, seller, 'line_cart_reminder', {
    最後のお知らせ: is_last ? LAST_REMINDER_TEXT : '',
  })
  const shownItems = items.slice(0, MAX_REMINDER_ITEMS)
  const rows = shownItems.map((item) => {
    const url = picture(item.product_image)
    const shown = { type: 'image', url, size: 'xs', aspectRatio: '4:5', aspectMode: 'cover', flex: 1 }
    const words = [text(itemName(item), { size: 'sm', weight: 'bold' }), text(reminderPriceText(item), small)]
    const contents = [
      ...(url.startsWith('https:') ? [shown] : []),
      { type: 'box', layout: 'vertical', flex: 3, contents: words },
    ]
    return { type: 'box', layout: 'horizontal', spacing: 'md', contents }
  })
  const more = items.length - rows.length
  return buildLineMessage(seller.shop_name, `${title}\n${shownItems.map(itemName).join('、')}`, {
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

/** Days for which the link of a reminder restores the cart. */
const linkDays = 14

interface ReminderInput {
  cart: DueCart
  items: readonly StockedItem[]
  decision: Extract<ReminderDecision, { act: 'remind' }>
  seller: typeof shop.$inferSelect
}

/**
 * Writes the reminder of a step and its message, in the transaction that counts the step. Returns false when the
 * reminder already exists.
 */
export async function writeReminder(
  tx: Tx,
  ctx: QueryContext,
  { cart, items, decision, seller }: ReminderInput,
): Promise<boolean> {
  const { channel, step } = decision
  const restore = newToken()
  const created_at = ctx.clock.now()
  const expires_at = new Date(created_at.getTime() + linkDays * 86_400_000)
  const { shop_id, customer_id } = cart
  const [added] = await tx
    .insert(cart_reminder)
    .values({
      shop_id,
      tracking_id: cart.id,
      step,
      items: cart.items,
      created_at,
      expires_at,
      restore_hash: hashToken(restore),
    })
    .onConflictDoNothing()
    .returning({ id: cart_reminder.id })
  if (!added) return false
  const address = channel === 'line' ? cart.line_id! : cart.email
  const advert = { shop_id, channel, address, customer_id }
  const [letter] = await saveAdMessages(tx, ctx, [advert])
  const { ad_letter_id, stop_url, one_click_url } = letter!
  const reminder: CartReminder = {
    seller,
    name: cart.name,
    items,
    is_last: decision.next_at === null,
    expires_on: addDays(ctx.clock.today(), linkDays),
    restore_url: `${shopUrl(ctx.settings, shop_id)}/sh/cart?restore=${restore}`,
    stop_url,
    one_click_url,
    picture: (path) => pictureUrl(ctx.settings, shop_id, path),
  }
  // The key includes the reminder's number: a reminder that could not be delivered by LINE is written again, by mail.
  const key = `cart-reminder:${cart.id}:${step}:${added.id}`
  const payload = { cart_reminder_id: added.id, ad_letter_id }
  const about = { customer_id }
  if (channel === 'line')
    await enqueueLineMessageToUser(
      tx,
      shop_id,
      key,
      { to: address, message: await reminderLine(tx, reminder), ...payload },
      about,
    )
  else await enqueueMail(tx, shop_id, key, { ...(await reminderMail(tx, reminder, cart)), ...payload }, about)
  return true
}
