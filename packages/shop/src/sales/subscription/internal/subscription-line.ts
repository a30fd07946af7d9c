import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { QueryContext } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCard,
  composeLineCardFromText,
  enqueueLineMessagesToMembers,
  loadMessageText,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import { eventText } from '../rules/event-text.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import { changeMessageKey } from './subscription-mail.ts'

const button = ({ settings }: QueryContext, row: SubscriptionRow, label: string) => ({
  label,
  url: `${shopUrl(settings, row.shop_id)}/sh/mypage/subscriptions/${row.id}/edit`,
})

/** お手元の残りは？ Each answer is a link. */
export interface LeftoverQuestion {
  item_name: string
  answers: readonly { label: string; url: string }[]
}

interface UpcomingDelivery {
  ask: LeftoverQuestion | null
  goods: readonly string[]
  payment_total: number
  change_deadline: CalendarDate
}

/** 次回お届けのお知らせ, over LINE. */
export const nextDeliveryLine =
  (tx: Tx, ctx: QueryContext, row: SubscriptionRow, { goods, payment_total, change_deadline, ask }: UpcomingDelivery) =>
  async (seller: SenderShop) =>
    lineCardMessage({
      shop_name: seller.shop_name,
      ...(await composeLineCard(tx, seller, 'line_subscription_noticed', { 契約番号: String(row.id) })),
      rows: [
        ['お届け予定日', formatDateWithWeekday(row.next_delivery_date)],
        ['商品', goods.join('\n')],
        ['お支払い合計', `${formatYen(payment_total)}(税込)`],
        ['変更・お休みの締切', formatDateWithWeekday(change_deadline)],
      ],
      button: button(ctx, row, '定期便を確認する'),
      ...(ask && { question: { text: `お手元の残りは？ ${ask.item_name}`, buttons: ask.answers } }),
    })

/** The result of a change to a subscription. */
export interface NotifiedChange {
  /** The row after the change; its version identifies the change. */
  row: SubscriptionRow
  event: string
  changes: readonly SubscriptionChange[]
}

/**
 * Notifies members over LINE of changes that operators, or rules they set before (`kind`), made to subscriptions of one
 * shop. The changes themselves write the mails. Members with a linked account who are friends get a LINE message too,
 * with the same key, so that each is notified once per channel.
 */
export async function notifyChanges(
  tx: Tx,
  ctx: QueryContext,
  all: readonly NotifiedChange[],
  kind: 'line_subscription_changed' | 'line_price_lapsed' = 'line_subscription_changed',
): Promise<void> {
  const { shop_id } = ctx
  const addressed = all.map(({ row, event, changes }) => ({
    row,
    event,
    changes,
    customer_id: row.customer_id,
    about: { subscription_id: row.id },
    dedupe_key: changeMessageKey(row),
  }))
  await enqueueLineMessagesToMembers(tx, shop_id, addressed, async (seller) => {
    const text = await loadMessageText(tx, shop_id, kind)
    return ({ row, event, changes }) =>
      lineCardMessage({
        shop_name: seller.shop_name,
        ...composeLineCardFromText(text, seller, { 契約番号: String(row.id), 内容: eventText(event) }),
        rows: [['契約番号', String(row.id)], ...changes.map(({ label, after }) => [label, after] as const)],
        button: button(ctx, row, '定期便を確認する'),
      })
  })
}

/** The button that leads to the page on which one delivery is paid. */
export const PAY_LINK_LABEL = 'ほかの方法で支払う'

/** Notifies over LINE of a delivery that could not be arranged as planned: what happened, why, and the next step. */
export const deliveryFailedLine =
  (
    tx: Tx,
    ctx: QueryContext,
    row: SubscriptionRow,
    {
      what,
      why,
      next,
      link,
    }: Record<'what' | 'why' | 'next', string> & { link?: Record<'text' | 'url', string> | null },
    kind: `line_subscription_${'failed' | 'second_way' | 'card_expiring'}` = 'line_subscription_failed',
  ) =>
  async (seller: SenderShop) => {
    const values = { 契約番号: String(row.id), 内容: what, 理由: why }
    return lineCardMessage({
      shop_name: seller.shop_name,
      ...(await composeLineCard(tx, seller, kind, values)),
      rows: [
        ['契約番号', String(row.id)],
        ['これから', next],
      ],
      button: button(ctx, row, kind === 'line_subscription_second_way' ? '定期便を確認する' : 'お手続きをする'),
      ...(link && { question: { text: link.text, buttons: [{ label: PAY_LINK_LABEL, url: link.url }] } }),
    })
  }
