import type { Tx } from '@kushi/db/connect'
import { formatWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../context.ts'
import { flexCard } from '../../line/index.ts'
import { composeLine, type Sender } from '../../message/index.ts'
import { shopUrl } from '../../setting/index.ts'
import type { ItemRow, OrderRow } from './order-row.ts'

const history = (ctx: Context, order: OrderRow) => `${shopUrl(ctx.settings, order.shop_id)}/sh/mypage/history`

/** ご注文ありがとうございます, over LINE. */
export const orderReceivedLine =
  (tx: Tx, ctx: Context, order: OrderRow, items: readonly ItemRow[]) => async (seller: Sender) =>
    flexCard({
      shop_name: seller.shop_name,
      ...(await composeLine(tx, seller, 'line_order_received', { ご注文番号: order.order_no })),
      rows: [
        ['ご注文番号', order.order_no],
        ['商品', `${items[0]?.product_name ?? ''}${items.length > 1 ? ` ほか${items.length - 1}点` : ''}`],
        ['お支払い合計', `${formatYen(order.payment_total)}(税込)`],
        ['お届け日', order.delivery_date ? formatWithWeekday(order.delivery_date) : '最短でお届けします'],
      ],
      button: { label: 'ご注文を確認する', url: history(ctx, order) },
    })
