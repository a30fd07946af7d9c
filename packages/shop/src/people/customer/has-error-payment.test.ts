import { customer } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { hasErrorPayment } from './has-error-payment.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const [method] = await db.select().from(delivery).where(eq(delivery.shop_id, 2))
const ctx = testContext(db, { customer_id: hanako!.id })

test.each([
  [0, false, false],
  [1, false, true],
  [2, true, true],
  [3, false, true],
  [5, false, true],
  [6, false, false],
])(
  'a subscription in state %i: %s, %s, and never for another member',
  async (summary_status, has_error_payment, has_subscription) => {
    await db.delete(subscription)
    const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, phone_number } =
      hanako!
    await db.insert(subscription).values({
      name01,
      name02,
      kana01,
      kana02,
      postal_code01,
      postal_code02,
      pref_id,
      addr01,
      addr02,
      phone_number,
      shop_id: 2,
      customer_id: hanako!.id,
      summary_status,
      delivery_id: method!.id,
      subscription_division_id: 3,
      param1: 30,
      next_delivery_date: '2026-12-10',
      next_next_delivery_date: '2027-01-09',
      delivery_fee: 0,
      cycle: 2,
    })
    expect(await hasErrorPayment(ctx, {})).toEqual({ has_error_payment, has_subscription })
    const others = [
      { ...ctx, customer_id: taro!.id },
      { ...ctx, shop_id: 3 },
    ]
    for (const other of others)
      expect(await hasErrorPayment(other, {})).toEqual({ has_error_payment: false, has_subscription: false })
  },
)
