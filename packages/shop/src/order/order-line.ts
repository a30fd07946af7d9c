import { formatWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../context.ts'
import { flexCard } from '../line/flex.ts'
import { shopUrl } from '../setting/shop-url.ts'
import type { ItemRow, OrderRow } from './order-row.ts'

const history = (ctx: Context, order: OrderRow) => `${shopUrl(ctx.settings, order.shop_id)}/sh/mypage/history`

/** ご注文ありがとうございます, over LINE. */
export const orderReceivedLine = (ctx: Context, order: OrderRow, items: readonly ItemRow[]) => (shop_name: string) =>
  flexCard({
    shop_name,
    title: 'ご注文ありがとうございます',
    lead: 'ご注文を承りました。くわしい内容は、メールでもお送りしています。',
    rows: [
      ['ご注文番号', order.order_no],
      ['商品', `${items[0]?.product_name ?? ''}${items.length > 1 ? ` ほか${items.length - 1}点` : ''}`],
      ['お支払い合計', `${formatYen(order.payment_total)}(税込)`],
      ['お届け日', order.delivery_date ? formatWithWeekday(order.delivery_date) : '最短でお届けします'],
    ],
    button: { label: 'ご注文を確認する', url: history(ctx, order) },
  })
