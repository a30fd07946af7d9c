import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Queryable } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { formatWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { eq } from 'drizzle-orm'
import { changeDeadline } from '../delivery/rules/change-deadline.ts'
import { letter } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import { isPaidAhead } from './rules/due.ts'
import { eventText } from './rules/event-text.ts'

/** A mail about a subscription. Carries no advertising. `more`: what is particular, a paragraph each. */
export async function subscriptionMail(
  db: Queryable,
  row: SubscriptionRow,
  event: string,
  changes: readonly SubscriptionChange[],
  ...more: string[]
): Promise<QueuedMail> {
  const [found] = await db
    .select({ email: customer.email, name01: customer.name01, name02: customer.name02, seller: shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(isRow(customer, { shop_id: row.shop_id, id: row.customer_id }))
  const { email, name01, name02, seller } = found!
  const text = eventText(event)
  const list = changes.map(({ label, before, after }) => `${label}\n  ${before}\n  → ${after}`)
  const paragraphs = [`定期便(契約番号 ${row.id}): ${text}。`, ...more, ...list, outlook(row)].filter(Boolean)
  return {
    to: email,
    subject: `【${seller.shop_name}】定期便: ${text}(契約番号 ${row.id})`,
    text: letter(seller, `${name01} ${name02}`, ...paragraphs),
  }
}

function outlook(row: SubscriptionRow): string {
  const next = formatWithWeekday(row.next_delivery_date)
  switch (row.summary_status) {
    case SUBSCRIPTION_STATUS.cancel:
      return isPaidAhead(row)
        ? `お支払い済みの年払い分(${row.final_cycle}回目まで)は、予定どおりお届けします。次回のお届け予定日: ${next}`
        : '今後のお届けとご請求はありません。ご利用ありがとうございました。'
    case SUBSCRIPTION_STATUS.pause:
      return '休止中は、お届けもご請求もありません。マイページからいつでも再開いただけます。'
    default:
      return `次回お届け予定日: ${next}\n変更・お休み・解約の締切: ${formatWithWeekday(changeDeadline(row.next_delivery_date))}`
  }
}
