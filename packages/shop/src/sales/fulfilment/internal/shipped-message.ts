import type { Shipment } from '@kushi/contract/order'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { isRow, refersTo } from '@kushi/db/shop-scope'
import { CARRIER_NAME, trackingUrl } from '@kushi/values/carrier'
import { itemPieces } from '@kushi/values/product'
import { hasLeftShop } from '@kushi/values/shipment'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { mailPictures, orderLink, orderUrl } from '../../../foundation/setting/index.ts'
import { composeLine, composeMail, enqueueLine, enqueueMail } from '../../../messaging/message/index.ts'
import { flexCard } from '../../../people/line/index.ts'
import { buyerColumns, greetingOf, loadShipments, type OrderRow } from '../../order/index.ts'
import type { ShipmentRow } from './shipments.ts'

/** 商品を発送しました, once per parcel and number: by mail, and also over LINE. */
export async function notifyShipped(tx: Tx, ctx: Context, order: OrderRow, parcel: ShipmentRow): Promise<void> {
  const pictures = sql<string[]>`array(select ${order_item.product_image} from ${shipment_item}
    join ${order_item} on ${refersTo(shipment_item.order_item_id, order_item)}
    where ${shipment_item.shop_id} = ${order.shop_id} and ${shipment_item.shipment_id} = ${parcel.id}
    order by ${order_item.id})`
  const [found] = await tx
    .select({ to: buyerColumns, seller: shop, pictures })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(isRow(customer, { shop_id: order.shop_id, id: order.customer_id }))
  const { to, seller } = found!
  const all = (await loadShipments(tx, order.shop_id, [order.id])).get(order.id) ?? []
  const rows = factsOf(order, parcel, all)
  const url = trackingUrl(parcel.carrier, parcel.tracking_no)
  const key = `order-shipped:${parcel.shipment_no}:${parcel.tracking_no}`
  const facts = [...rows.map(([label, text]) => `${label}: ${text}`), ...(url ? ['お荷物を追跡する', url] : [])]
  const rest = restOf(all)
  const about = { customer_id: order.customer_id, order_id: order.id }
  const values = { ご注文番号: order.order_no, 残りの商品: rest }
  const mailValues = {
    ...values,
    宛名: greetingOf(to),
    お荷物: facts.join('\n'),
    ご注文のページ: orderLink(ctx.settings, order),
  }
  const mail = {
    ...(await composeMail(tx, seller, 'order_shipped', to, mailValues)),
    pictures: mailPictures(ctx.settings, order.shop_id, found!.pictures),
  }
  await enqueueMail(tx, order.shop_id, key, mail, about)
  const card = async () =>
    flexCard({
      shop_name: seller.shop_name,
      ...(await composeLine(tx, seller, 'line_order_shipped', values)),
      rows,
      button: {
        label: 'お荷物を確認する',
        url: url ?? orderUrl(ctx.settings, order),
      },
    })
  await enqueueLine(tx, order, key, card, about)
}

function factsOf({ order_no }: OrderRow, { shipment_no, carrier, tracking_no }: ShipmentRow, all: readonly Shipment[]) {
  const rows: [label: string, text: string][] = [
    ['ご注文番号', order_no],
    ['配送会社', CARRIER_NAME[carrier!]],
    ['お問い合わせ番号', tracking_no ?? ''],
  ]
  const parcel = all.find((one) => one.shipment_no === shipment_no)
  if (parcel) rows.push(['お荷物の内容', parcel.items.map(itemPieces).join('、')])
  return rows
}

const restOf = (all: readonly Shipment[]) =>
  all.every(({ status }) => hasLeftShop(status)) ? '' : '残りの商品は、準備ができしだい別のお荷物でお送りします。'
