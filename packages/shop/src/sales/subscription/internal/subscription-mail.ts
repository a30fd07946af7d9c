import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { isRow } from '@kushi/db/shop-scope'
import { formatWithWeekday } from '@kushi/values/date-format'
import { formatPoints } from '@kushi/values/points'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import {
  arrangementTerms,
  changeDeadline,
  type LeadContext,
  type Leads,
  loadLeads,
} from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { mailPictures, shopUrl } from '../../../foundation/setting/index.ts'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  changesText,
  greeting,
  loadText,
  type MailKind,
  mailOf,
  type Recipient,
  recipientColumns,
  type Sender,
  type Text,
  type ValuesOf,
} from '../../../messaging/message/index.ts'
import { isPrepaidDelivery } from '../rules/due.ts'
import { isEnding } from '../rules/ending.ts'
import { eventText } from '../rules/event-text.ts'
import { type LastOrder, loadLastOrders } from './last-order.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import type { GivenBack } from './record-event.ts'

/** The outbox key of the mail about a change. */
export const changedKey = ({ id, version }: Pick<SubscriptionRow, 'id' | 'version'>) =>
  `subscription-changed:${id}:${version}`

interface Particulars {
  changes?: readonly SubscriptionChange[]
  /** What is delivered, and the price. */
  facts?: readonly string[]
  /** Paths of the pictures of what is delivered. */
  pictures?: readonly string[]
  /** For a delivery that can't be made: the reason and the next step. */
  /** The delivery before it is arranged, so that nothing can be changed yet. */
  isAhead?: boolean
  why?: string
  next?: string
  given?: GivenBack
  /** After a 解約: the delivery that still comes. */
  last?: LastOrder | null
}

/** Returns a mail about a subscription, without advertising. */
export async function subscriptionMail(
  db: Queryable,
  ctx: Pick<Context, 'settings'> & Omit<LeadContext, 'db'>,
  row: SubscriptionRow,
  event: string,
  particulars: Particulars,
): Promise<QueuedMail> {
  const to = await loadCorrespondence({ ...ctx, db }, row, event)
  const last = (await loadLastOrders(db, [row]))(row)
  return subscriptionMailTo(to, ctx.settings, row, event, { ...particulars, last })
}

/** Loads the recipient and sender of a mail about an event of a subscription. */
export async function loadCorrespondence(
  ctx: LeadContext,
  row: SubscriptionRow,
  event: string,
): Promise<Correspondence> {
  const { db } = ctx
  const [member] = await db
    .select({ ...readerColumns, seller: shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(isRow(customer, { shop_id: row.shop_id, id: row.customer_id }))
  const leads = await loadLeads({ ...ctx, shop_id: row.shop_id })
  return { ...member!, text: await loadText(db, row.shop_id, mailOfEvent(event)), leads }
}

/** The columns of a member to whom a mail about a subscription goes. */
export const readerColumns = { ...recipientColumns, name01: customer.name01, name02: customer.name02 }

/** Recipient, sender and text. */
export interface Correspondence extends Recipient {
  name01: string
  name02: string
  seller: Sender
  text: Text
  leads: Leads
}

/** The same for a loaded member. `text`: of `mailOfEvent(event)`, or a more specific one. */
export function subscriptionMailTo(
  { seller, text, leads, ...reader }: Correspondence,
  settings: Context['settings'],
  row: SubscriptionRow,
  event: string,
  particulars: Particulars,
): QueuedMail {
  const values: ValuesOf<SubscriptionMail> = {
    宛名: greeting(`${reader.name01} ${reader.name02}`),
    ...contractFacts(row, event, particulars, leads),
    定期便のページ: pageOf(settings, row),
  }
  const pictures = mailPictures(settings, row.shop_id, particulars.pictures ?? [])
  return { ...mailOf(text, seller, reader, values), ...(pictures.length > 0 && { pictures }) }
}

const pageOf = (settings: Context['settings'], { shop_id, id }: SubscriptionRow) =>
  `定期便を確認する\n${shopUrl(settings, shop_id)}/sh/mypage/subscriptions/${id}/edit`

export type SubscriptionMail = (MailKind & `subscription_${string}`) | 'price_lapsed'

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
export const contractFacts = (row: SubscriptionRow, event: string, particulars: Particulars, leads: Leads) => ({
  契約番号: String(row.id),
  内容: eventText(event),
  // Its status is told by what comes now.
  変更点: changesText((particulars.changes ?? []).filter(({ name }) => name !== 'summary_status')),
  お届けの内容: (particulars.facts ?? []).join('\n'),
  理由: particulars.why ?? '',
  次の手続き: particulars.next ?? '',
  これから:
    outlook(row, event, leads, particulars.last) +
    (particulars.isAhead ? WAITING : '') +
    givenText(particulars.given ?? {}),
})

const givenText = ({ refund, rest_points }: GivenBack) =>
  [
    refund &&
      `\nまだ手配していない回の代金 ${formatYen(refund.total - refund.given)} を、お支払いの方法に応じてお返しします。`,
    rest_points && `\nお使いのポイントのうち${formatPoints(rest_points.points)}をお返ししました。`,
  ]
    .filter(Boolean)
    .join('')

const WAITING =
  '\n変更とお休みは、いま手配しているお届けをお受け取りになってからお手続きください。解約は、いまもマイページの「このお届けを最後に解約」で承ります。'

/** After a 解約, of the order that is on its way. */
const lastDeliveryText = ({ order_no, delivery_date }: LastOrder) =>
  `${delivery_date ? `${formatWithWeekday(delivery_date)}にお届けする` : ''}ご注文 ${order_no} が最後のお届けです。その後のお届けとご請求はありません。`

/** The next delivery, and until when it can be changed. For a delivery that was just arranged, the one after it. */
function outlook(row: SubscriptionRow, event: string, leads: Leads, last?: LastOrder | null): string {
  if (isEnding(row))
    return `${formatWithWeekday(row.next_delivery_date)}のお届けを最後に、定期便を終わります。その後のお届けとご請求はありません。お受け取りまでは、マイページで取り消せます。`
  const isArranged = event === 'arranged'
  const date = isArranged ? row.next_next_delivery_date : row.next_delivery_date
  const next = formatWithWeekday(date)
  switch (row.summary_status) {
    case SUBSCRIPTION_STATUS.cancel:
      return isPrepaidDelivery(row)
        ? `お支払い済みの年払い分(${row.final_cycle}回目まで)は、予定どおりお届けします。次回のお届け予定日: ${next}`
        : `${last ? lastDeliveryText(last) : '今後のお届けとご請求はありません。'}ご利用ありがとうございました。`
    case SUBSCRIPTION_STATUS.pause:
      return '休止中は、お届けもご請求もありません。マイページから再開いただけます。'
    default:
      return `${isArranged ? 'その次の' : '次回'}お届け予定日: ${next}\n変更・お休み・解約の締切: ${formatWithWeekday(changeDeadline(date, arrangementTerms(leads, row)))}`
  }
}
