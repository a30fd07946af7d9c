import { formatWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../context.ts'
import { changeDeadline } from '../delivery/rules/change-deadline.ts'
import { flexCard } from '../line/flex.ts'
import { shopUrl } from '../setting/shop-url.ts'
import type { SubscriptionRow } from './load-subscription.ts'

const button = ({ settings }: Context, row: SubscriptionRow, label: string) => ({
  label,
  url: `${shopUrl(settings, row.shop_id)}/sh/mypage/subscriptions`,
})

/** 次回お届けのお知らせ, over LINE. */
export const nextDeliveryLine =
  (ctx: Context, row: SubscriptionRow, goods: readonly string[], payment_total: number) => (shop_name: string) =>
    flexCard({
      shop_name,
      title: '次回のお届けのお知らせ',
      rows: [
        ['お届け予定日', formatWithWeekday(row.next_delivery_date)],
        ['商品', goods.join('\n')],
        ['お支払い合計', `${formatYen(payment_total)}(税込)`],
        ['変更・お休みの締切', formatWithWeekday(changeDeadline(row.next_delivery_date))],
      ],
      button: button(ctx, row, '定期便を確認する'),
    })

/** A delivery that could not be arranged, over LINE. `facts`: why, and what comes next. */
export const deliveryFailedLine =
  (ctx: Context, row: SubscriptionRow, title: string, facts: { why: string; next: string }) => (shop_name: string) =>
    flexCard({
      shop_name,
      title: `定期便: ${title}`,
      lead: facts.why,
      rows: [
        ['契約番号', String(row.id)],
        ['これから', facts.next],
      ],
      button: button(ctx, row, 'お手続きをする'),
    })
