import { shipment, shipping_file } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../shop-error.ts'

/** A parcel of this shop, with its order. @throws ShopError 404 */
export async function findParcel({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, shipment_no: string) {
  const [found] = await db
    .select({ parcel: shipment, order: orders, program: shipping_file.program })
    .from(shipment)
    .innerJoin(orders, refersToCondition(shipment.order_id, orders))
    .leftJoin(shipping_file, refersToCondition(shipment.shipping_file_id, shipping_file))
    .where(and(eq(shipment.shop_id, shop_id), eq(shipment.shipment_no, shipment_no)))
  if (!found) throw notFound()
  return found
}
