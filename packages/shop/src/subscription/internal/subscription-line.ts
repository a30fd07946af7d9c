import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import { formatWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../context.ts'
import { changeDeadline } from '../../delivery/index.ts'
import { flexCard } from '../../line/index.ts'
import { composeLine, type Sender } from '../../message/index.ts'
import { shopUrl } from '../../setting/index.ts'
import { eventText } from '../rules/event-text.ts'
import type { SubscriptionRow } from './load-subscription.ts'

const button = ({ settings }: Context, row: SubscriptionRow, label: string) => ({
  label,
  url: `${shopUrl(settings, row.shop_id)}/sh/mypage/subscriptions`,
})

/** 次回お届けのお知らせ, over LINE. */
export const nextDeliveryLine =
  (tx: Tx, ctx: Context, row: SubscriptionRow, goods: readonly string[], payment_total: number) =>
  async (seller: Sender) =>
    flexCard({
      shop_name: seller.shop_name,
      ...(await composeLine(tx, seller, 'line_subscription_noticed', { 契約番号: String(row.id) })),
      rows: [
        ['お届け予定日', formatWithWeekday(row.next_delivery_date)],
        ['商品', goods.join('\n')],
        ['お支払い合計', `${formatYen(payment_total)}(税込)`],
        ['変更・お休みの締切', formatWithWeekday(changeDeadline(row.next_delivery_date))],
      ],
      button: button(ctx, row, '定期便を確認する'),
    })

/** What one of the shop's people changed for its member, over LINE. */
export const changedLine =
  (tx: Tx, ctx: Context, row: SubscriptionRow, event: string, changes: readonly SubscriptionChange[]) =>
  async (seller: Sender) => {
    const values = { 契約番号: String(row.id), 内容: eventText(event) }
    return flexCard({
      shop_name: seller.shop_name,
      ...(await composeLine(tx, seller, 'line_subscription_changed', values)),
      rows: [['契約番号', String(row.id)], ...changes.map(({ label, after }) => [label, after] as [string, string])],
      button: button(ctx, row, '定期便を確認する'),
    })
  }

/** A delivery that could not be arranged, over LINE: what happened, why, and what comes next. */
export const deliveryFailedLine =
  (tx: Tx, ctx: Context, row: SubscriptionRow, { what, why, next }: Record<'what' | 'why' | 'next', string>) =>
  async (seller: Sender) => {
    const values = { 契約番号: String(row.id), 内容: what, 理由: why }
    return flexCard({
      shop_name: seller.shop_name,
      ...(await composeLine(tx, seller, 'line_subscription_failed', values)),
      rows: [
        ['契約番号', String(row.id)],
        ['これから', next],
      ],
      button: button(ctx, row, 'お手続きをする'),
    })
  }
