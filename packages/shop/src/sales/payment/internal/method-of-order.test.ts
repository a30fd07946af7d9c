import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { testDatabase } from '@kushi/db/testing'
import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { orderPaymentMethodCondition, paymentMethodColumns } from './method-of-order.ts'

const { db, close } = await testDatabase()
afterAll(close)

test.each(PAYMENT_METHOD_IDS)('method %s is found, also one without a provider or an id', async (payment_method_id) => {
  const order = { shop_id: 2, payment_method_id, created_at: new Date() }
  const [found] = await db
    .select({ method: paymentMethodColumns(order) })
    .from(customer)
    .leftJoin(shop_payment, orderPaymentMethodCondition(order))
    .where(eq(customer.shop_id, 2))
    .limit(1)
  expect(found!.method).toMatchObject({ payment_method_id, payment_name: expect.any(String) })
})
