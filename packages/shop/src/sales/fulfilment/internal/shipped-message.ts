import type { Shipment } from '@kushi/contract/order'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { CARRIER_NAME, trackingUrl } from '@kushi/values/carrier'
import { itemPiecesText } from '@kushi/values/product'
import { hasLeftShop } from '@kushi/values/shipment'
import { eq, sql } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { mailPictureUrls, orderLinkText, orderUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCard,
  composeMail,
  enqueueLineMessageToMember,
  enqueueMail,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import { buyerColumns, buyerGreeting, loadShipments, type OrderRow } from '../../order/index.ts'
import type { ShipmentRow } from './shipments.ts'

/** 商品を発送しました, once per parcel and number: by mail, and also over LINE. */
export async function notifyShipped(tx: Tx, ctx: QueryContext, order: OrderRow, parcel: ShipmentRow): Promise<void> {
  const pictures = sql<string[]>`array(select ${order_item.product_image} from ${shipment_item}
    join ${order_item} on ${refersToCondition(shipment_item.order_item_id, order_item)}
    where ${shipment_item.shop_id} = ${order.shop_id} and ${shipment_item.shipment_id} = ${parcel.id}
    order by ${order_item.id})`
  const [found] = await tx
    .select({ to: buyerColumns, seller: shop, pictures })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(sameRowCondition(customer, { shop_id: order.shop_id, id: order.customer_id }))
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
    宛名: buyerGreeting(to),
    お荷物: facts.join('\n'),
    ご注文のページ: orderLinkText(ctx.settings, order),
  }
  const mail = {
    ...(await composeMail(tx, seller, 'order_shipped', to, mailValues)),
    pictures: mailPictureUrls(ctx.settings, order.shop_id, found!.pictures),
  }
  await enqueueMail(tx, order.shop_id, key, mail, about)
  const card = async () =>
    lineCardMessage({
      shop_name: seller.shop_name,
      ...(await composeLineCard(tx, seller, 'line_order_shipped', values)),
      rows,
      button: {
        label: 'お荷物を確認する',
        url: url ?? orderUrl(ctx.settings, order),
      },
    })
  await enqueueLineMessageToMember(tx, order, key, card, about)
}

function factsOf({ order_no }: OrderRow, { shipment_no, carrier, tracking_no }: ShipmentRow, all: readonly Shipment[]) {
  const rows: [label: string, text: string][] = [
    ['ご注文番号', order_no],
    ['配送会社', CARRIER_NAME[carrier!]],
    ['お問い合わせ番号', tracking_no ?? ''],
  ]
  const parcel = all.find((one) => one.shipment_no === shipment_no)
  if (parcel) rows.push(['お荷物の内容', parcel.items.map(itemPiecesText).join('、')])
  return rows
}

const restOf = (all: readonly Shipment[]) =>
  all.every(({ status }) => hasLeftShop(status)) ? '' : '残りの商品は、準備ができしだい別のお荷物でお送りします。'
