import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { payment } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { fakeCardProvider } from './fake-card-provider.ts'
import { insertMembers } from './order.ts'
import { insertOrderRow } from './rows.ts'

export type PaidOrderState = [status: 'received' | 'arranged' | 'shipped', state: 'authorised' | 'captured']

/** An order of two bottles with a payment in this state, also at the provider. */
export async function insertPaidOrder(db: Db, ledger: ReturnType<typeof fakeCardProvider>, ...how: PaidOrderState) {
  const [status, state] = how
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101, quantity: 2 }], { status })
  const amount = order.payment_total
  await db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id: 1,
    state,
    amount,
    provider_order_id: order.order_no,
    captured_amount: state === 'captured' ? amount : 0,
  })
  const trade = { state, amount, refunded_amount: 0, reference: {}, executions: 1, refusals: 0, is_present: true }
  ledger.trades.set(order.order_no, trade)
  return order
}
