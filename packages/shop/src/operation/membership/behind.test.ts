import { openDatabase } from '@kushi/db/connect'
import { cart_item } from '@kushi/db/schema/cart'
import { customer_address } from '@kushi/db/schema/customer'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { addAddress } from '../../people/customer/addresses.ts'
import { addCartItem } from '../../sales/cart/cart-items.ts'
import { testContext } from '../../testing/context.ts'
import { waitForLockWaiters } from '../../testing/lock-waits.ts'
import { insertMembers } from '../../testing/order.ts'
import { endMembership } from './internal/end-membership.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const ctx = testContext(db)
const address = {
  name01: '佐藤',
  name02: '太郎',
  kana01: 'さとう',
  kana02: 'たろう',
  postal_code01: '100',
  postal_code02: '0005',
  pref_id: 13,
  addr01: '千代田区丸の内',
  addr02: '1-2',
  addr03: '',
  phone_number: '08000000002',
  delivery_notes: '',
  is_default: false,
}

test.each([
  ['an address', customer_address, (as: MemberContext) => addAddress(as, address)],
  [
    'a line of the cart',
    cart_item,
    (as: MemberContext) => addCartItem(as, { product_sku_id: 101, quantity: 1, sale_type: 1 }),
  ],
] as const)('a call that waits for a 退会 writes nothing after it: %s', async (_, table, write) => {
  const [customer_id] = (await insertMembers(db, 1)) as [number]
  const late = await db.transaction(async (tx) => {
    await endMembership(tx, ctx, { shop_id: 2, customer_id })
    const writing = write(withMemberActor(testContext(second.db, { customer_id }), customer_id)).then(
      () => 'written',
      () => 'refused',
    )
    await waitForLockWaiters(database, 1)
    return { writing }
  })
  expect(await late.writing).toBe('refused')
  expect(await db.$count(table, eq(table.customer_id, customer_id))).toBe(0)
})
