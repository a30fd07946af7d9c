import type { Tx } from '@kushi/db/connect'
import { cart_reminder } from '@kushi/db/schema/abandonment'
import type { shop } from '@kushi/db/schema/shop'
import { addDays } from '@kushi/values/calendar-date'
import type { Context } from '../../context.ts'
import { writeAdLetter } from '../../customer/index.ts'
import { enqueueLineTo, enqueueMail } from '../../outbox/index.ts'
import type { StockedItem } from '../../price/index.ts'
import { hashToken, newToken } from '../../session/index.ts'
import { pictureUrl, shopUrl } from '../../setting/index.ts'
import type { Decision } from '../rules/reminder-plan.ts'
import type { DueCart } from './due-carts.ts'
import { reminderLine } from './reminder-line.ts'
import { type Reminder, reminderMail } from './reminder-mail.ts'

/** Days for which the link of a reminder restores the cart. */
const linkDays = 14

interface Wanted {
  cart: DueCart
  items: readonly StockedItem[]
  decision: Extract<Decision, { act: 'remind' }>
  seller: typeof shop.$inferSelect
}

/**
 * Writes the reminder of a step and its message, in the transaction that counts the step. Returns false when the
 * reminder already exists.
 */
export async function writeReminder(tx: Tx, ctx: Context, { cart, items, decision, seller }: Wanted): Promise<boolean> {
  const { channel, step } = decision
  const restore = newToken()
  const created_at = ctx.clock.now()
  const expires_at = new Date(created_at.getTime() + linkDays * 86_400_000)
  const { shop_id, customer_id } = cart
  const [added] = await tx
    .insert(cart_reminder)
    .values({
      ...{ shop_id, tracking_id: cart.id, step, items: cart.items, created_at, expires_at },
      restore_hash: hashToken(restore),
    })
    .onConflictDoNothing()
    .returning({ id: cart_reminder.id })
  if (!added) return false
  const address = channel === 'line' ? cart.line_id! : cart.email
  const advert = { shop_id, channel, address, customer_id }
  const { ad_letter_id, stop_url, one_click_url } = await writeAdLetter(tx, ctx, advert)
  const reminder: Reminder = {
    ...{ seller, name: cart.name, items, is_last: decision.next_at === null },
    expires_on: addDays(ctx.clock.today(), linkDays),
    restore_url: `${shopUrl(ctx.settings, shop_id)}/sh/cart?restore=${restore}`,
    ...{ stop_url, one_click_url },
    picture: (path) => pictureUrl(ctx.settings, shop_id, path),
  }
  // The key includes the reminder's number: a reminder that could not be delivered by LINE is written again, by mail.
  const key = `cart-reminder:${cart.id}:${step}:${added.id}`
  const payload = { cart_reminder_id: added.id, ad_letter_id }
  const about = { customer_id }
  if (channel === 'line')
    await enqueueLineTo(tx, shop_id, key, { to: address, message: await reminderLine(tx, reminder), ...payload }, about)
  else await enqueueMail(tx, shop_id, key, { ...(await reminderMail(tx, reminder, address)), ...payload }, about)
  return true
}
