import { orders } from '@kushi/db/schema/order'
import { and, eq } from 'drizzle-orm'
import type { OperatorContext } from '../../admin/index.ts'
import { notFound } from '../../shop-error.ts'
import type { OrderRow } from './order-row.ts'

/** An order of the operator's shop. @throws ShopError 404 */
export async function ownOrder(
  { db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>,
  id: number,
): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))
  if (!order) throw notFound()
  return order
}

/** How the audit log names an order. */
export const orderSubject = ({ id, order_no }: Pick<OrderRow, 'id' | 'order_no'>) => ({
  ...{ subject: 'order', subject_id: id, subject_name: order_no },
})
