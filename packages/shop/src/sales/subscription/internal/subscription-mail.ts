import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatPoints } from '@kushi/values/points'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import {
  arrangementTerms,
  changeDeadline,
  type LeadTimeContext,
  loadLeadTimes,
  type ShopLeadTimes,
} from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { mailPictureUrls, shopUrl } from '../../../foundation/setting/index.ts'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  changesText,
  composeMailFromText,
  loadMessageText,
  type MailMessageKind,
  type MailRecipient,
  type MessageTextParts,
  type PlaceholderValuesOf,
  personalAddresseeText,
  recipientColumns,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { isPrepaidDelivery } from '../rules/due.ts'
import { endsAfterArrangedDelivery } from '../rules/ending.ts'
import { eventText } from '../rules/event-text.ts'
import { type LastOrder, loadLastOrders } from './last-order.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import type { YearlyRefund } from './yearly.ts'

/** The outbox key of the mail about a change. */
export const changeMessageKey = ({ id, version }: Pick<SubscriptionRow, 'id' | 'version'>) =>
  `subscription-changed:${id}:${version}`

interface Particulars {
  changes?: readonly SubscriptionChange[]
  /** The delivered items, and the price. */
  facts?: readonly string[]
  /** Paths of the pictures of the delivered items. */
  pictures?: readonly string[]
  /** For a delivery that can't be made: the reason and the next step. */
  /** The delivery before it is arranged, so that nothing can be changed yet. */
  isAhead?: boolean
  why?: string
  next?: string
  yearly?: YearlyRefund | null | undefined
  /** After a 解約: the delivery that still comes. */
  last?: LastOrder | null
}

/** Returns a mail about a subscription, without advertising. */
export async function subscriptionMail(
  db: Queryable,
  ctx: Pick<Context, 'settings'> & Omit<LeadTimeContext, 'db'>,
  row: SubscriptionRow,
  event: string,
  particulars: Particulars,
): Promise<QueuedMail> {
  const to = await loadSubscriptionMailContext({ ...ctx, db }, row, event)
  const last = (await loadLastOrders(db, [row]))(row)
  return subscriptionMailTo(to, ctx.settings, row, event, { ...particulars, last })
}

/** Loads the recipient and sender of a mail about an event of a subscription. */
export async function loadSubscriptionMailContext(
  ctx: LeadTimeContext,
  row: SubscriptionRow,
  event: string,
): Promise<SubscriptionMailContext> {
  const { db } = ctx
  const [member] = await db
    .select({ ...memberRecipientColumns, seller: shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(sameRowCondition(customer, { shop_id: row.shop_id, id: row.customer_id }))
  const leads = await loadLeadTimes({ ...ctx, shop_id: row.shop_id })
  return { ...member!, text: await loadMessageText(db, row.shop_id, mailOfEvent(event)), leads }
}

/** The columns of a member to whom a mail about a subscription goes. */
export const memberRecipientColumns = { ...recipientColumns, name01: customer.name01, name02: customer.name02 }

/** Recipient, sender and text. */
export interface SubscriptionMailContext extends MailRecipient {
  name01: string
  name02: string
  seller: SenderShop
  text: MessageTextParts
  leads: ShopLeadTimes
}

/** Builds the mail for a loaded member. `text`: of `mailOfEvent(event)`, or a more specific one. */
export function subscriptionMailTo(
  { seller, text, leads, ...reader }: SubscriptionMailContext,
  settings: Context['settings'],
  row: SubscriptionRow,
  event: string,
  particulars: Particulars,
): QueuedMail {
  const values: PlaceholderValuesOf<SubscriptionMail> = {
    宛名: personalAddresseeText(`${reader.name01} ${reader.name02}`),
    ...subscriptionMailPlaceholders(row, event, particulars, leads),
    定期便のページ: pageOf(settings, row),
  }
  const pictures = mailPictureUrls(settings, row.shop_id, particulars.pictures ?? [])
  return { ...composeMailFromText(text, seller, reader, values), ...(pictures.length > 0 && { pictures }) }
}

const pageOf = (settings: Context['settings'], { shop_id, id }: SubscriptionRow) =>
  `定期便を確認する\n${shopUrl(settings, shop_id)}/sh/mypage/subscriptions/${id}/edit`

export type SubscriptionMail = (MailMessageKind & `subscription_${string}`) | 'price_lapsed'

const kinds: Readonly<Record<string, SubscriptionMail>> = {
  noticed: 'subscription_noticed',
  arranged: 'subscription_arranged',
  payment_failed: 'subscription_failed',
  stock_failed: 'subscription_failed',
  other_failed: 'subscription_failed',
  second_way_taken: 'subscription_second_way',
  card_expiring: 'subscription_card_expiring',
}

/** The message text for an event. */
export const mailOfEvent = (event: string): SubscriptionMail => kinds[event] ?? 'subscription_changed'

/** The facts about a subscription's event for its mails. */
export const subscriptionMailPlaceholders = (
  row: SubscriptionRow,
  event: string,
  particulars: Particulars,
  leads: ShopLeadTimes,
) => ({
  契約番号: String(row.id),
  内容: eventText(event),
  // The status is left out: the text about the next delivery says it.
  変更点: changesText((particulars.changes ?? []).filter(({ name }) => name !== 'summary_status')),
  お届けの内容: (particulars.facts ?? []).join('\n'),
  理由: particulars.why ?? '',
  次の手続き: particulars.next ?? '',
  これから:
    outlook(row, event, leads, particulars.last) +
    (particulars.isAhead ? WAITING : '') +
    (particulars.yearly ? yearlyRefundText(particulars.yearly) : ''),
})

const yearlyRefundText = ({ amount, points }: YearlyRefund) =>
  [
    amount > 0 && `\nまだ手配していない回の代金 ${formatYen(amount)} を、お支払いの方法に応じてお返しします。`,
    points > 0 && `\nお使いのポイントのうち${formatPoints(points)}をお返ししました。`,
  ]
    .filter(Boolean)
    .join('')

const WAITING =
  '\n変更とお休みは、いま手配しているお届けをお受け取りになってからお手続きください。解約は、いまもマイページの「このお届けを最後に解約」で承ります。'

/** After a 解約, of the order that is on its way. */
const lastDeliveryText = ({ order_no, delivery_date }: LastOrder) =>
  `${delivery_date ? `${formatDateWithWeekday(delivery_date)}にお届けする` : ''}ご注文 ${order_no} が最後のお届けです。その後のお届けとご請求はありません。`

/** The next delivery, and until when it can be changed. For a delivery that was just arranged, the one after it. */
function outlook(row: SubscriptionRow, event: string, leads: ShopLeadTimes, last?: LastOrder | null): string {
  if (endsAfterArrangedDelivery(row))
    return `${formatDateWithWeekday(row.next_delivery_date)}のお届けを最後に、定期便を終わります。その後のお届けとご請求はありません。お受け取りまでは、マイページで取り消せます。`
  const isArranged = event === 'arranged'
  const date = isArranged ? row.next_next_delivery_date : row.next_delivery_date
  const next = formatDateWithWeekday(date)
  switch (row.summary_status) {
    case SUBSCRIPTION_STATUS.cancel:
      return isPrepaidDelivery(row)
        ? `お支払い済みの年払い分(${row.final_cycle}回目まで)は、予定どおりお届けします。次回のお届け予定日: ${next}`
        : `${last ? lastDeliveryText(last) : '今後のお届けとご請求はありません。'}ご利用ありがとうございました。`
    case SUBSCRIPTION_STATUS.pause:
      return '休止中は、お届けもご請求もありません。マイページから再開いただけます。'
    // The change deadline has passed, so it can be changed at any time.
    case SUBSCRIPTION_STATUS.settlement_error:
    case SUBSCRIPTION_STATUS.out_of_stock:
    case SUBSCRIPTION_STATUS.other_error:
      return `次回お届け予定日: ${next}`
    default:
      return `${isArranged ? 'その次の' : '次回'}お届け予定日: ${next}\n変更・お休み・解約の締切: ${formatDateWithWeekday(changeDeadline(date, arrangementTerms(leads, row)))}`
  }
}
