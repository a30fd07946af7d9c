import type { Db } from '@kushi/db/connect'
import { cart_item } from '@kushi/db/schema/cart'
import { customer } from '@kushi/db/schema/customer'
import { eq } from 'drizzle-orm'

/** Creates members who consented, each with a cart abandoned at some hour of the first day. */
export async function leaveCarts(db: Db, count: number, at: (hour: number) => Date) {
  const [template] = await db.select().from(customer).where(eq(customer.shop_id, 2)).limit(1)
  const { id: _, line_id: __, idempotency_key: ___, ...row } = template!
  const owners: { id: number; email: string; buysAt: number }[] = []
  for (let from = 0; from < count; from += 500) {
    const some = Array.from({ length: Math.min(500, count - from) }, (_, index) => from + index)
    const added = await db
      .insert(customer)
      .values(some.map((n) => ({ ...row, email: `left${n}@example.com`, mail_magazine_flag: true })))
      .returning({ id: customer.id, email: customer.email })
    await db.insert(cart_item).values(
      added.map(({ id }, index) => ({
        shop_id: 2,
        customer_id: id,
        product_sku_id: 101,
        subscription: 0,
        quantity: 1,
        revision: 1,
        updated_at: at((some[index]! % 240) / 10),
      })),
    )
    // Every fifth buys, spread over four days after abandoning the cart.
    owners.push(
      ...added.map((one, index) => ({ ...one, buysAt: some[index]! % 5 === 0 ? 25 + (some[index]! % 96) : -1 })),
    )
  }
  return owners
}
