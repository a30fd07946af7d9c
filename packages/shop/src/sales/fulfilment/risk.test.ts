import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { order_check } from '@kushi/db/schema/person'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import type { RiskCheckMode } from '@kushi/values/person'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import type { RiskAnswer, RiskCheckRequest } from '../../ports/risk-port.ts'
import { carrierFilesInMemory } from '../../testing/carrier-files.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { decidePersonCheck, showPersonCheck } from './admin/check-person.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeAll(() => db.update(product_sku).set({ stock: 1000 }))

let asked: RiskCheckRequest[] = []
let answer: () => Promise<RiskAnswer>
beforeEach(() => {
  asked = []
  answer = async () => ({ verdict: 'accept', reasons: [] })
})
const risk = {
  assess(order: RiskCheckRequest) {
    asked.push(order)
    return answer()
  },
  check: async () => undefined,
}
const use = (risk_check: RiskCheckMode) => db.update(shop).set({ risk_check }).where(eq(shop.id, 2))
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
async function member(ports: object = { risk }) {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, settings, ports }) as MemberContext
}
async function buy(ctx: MemberContext) {
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  return (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
}
const heldOf = async ({ id }: { id: number }) =>
  (await db.select().from(shipping_decision).where(eq(shipping_decision.order_id, id)))[0]?.held ?? null
const desk = () => operatorContext(db, 'manager', { ports: { carrier_file: carrierFilesInMemory() } })
const ordersCount = async () => (await db.select({ n: count() }).from(orders))[0]!.n

const dead = async () => {
  throw new Error('no answer')
}
const review = async (): Promise<RiskAnswer> => ({ verdict: 'review', reasons: ['空き家かもしれないご住所です'] })

test('a shop that does not use it asks nobody', async () => {
  await use('off')
  answer = review
  expect(await heldOf(await buy(await member()))).toBeNull()
  expect(asked).toEqual([])
})

test('asked once before anything is written, with no more than it needs; accepted', async () => {
  await use('hold')
  const ctx = await member()
  const before = await ordersCount()
  let during = -1
  answer = async () => {
    during = await ordersCount()
    return { verdict: 'accept', reasons: [] }
  }
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  const { order_no } = await placeOrder(ctx, request)
  expect(during).toBe(before)
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(await heldOf(order!)).toBeNull()
  expect(asked).toEqual([
    {
      key: expect.stringMatching(/^[\w-]{43}$/),
      asked_at: expect.any(Date),
      amount: order!.payment_total,
      payment: 'cash',
      is_subscription: false,
      pieces: 1,
      email: expect.stringContaining('@'),
      recipient: {
        name: `${order!.name01} ${order!.name02}`,
        kana: `${order!.kana01} ${order!.kana02}`,
        phone_number: order!.phone_number,
        postal_code: order!.postal_code01 + order!.postal_code02,
        address: expect.stringContaining(order!.addr01),
      },
    },
  ])
  // The same press again finds its order; a new one has another key.
  await placeOrder(ctx, request)
  expect(asked).toHaveLength(1)
  await buy(ctx)
  expect(asked[1]!.key).not.toBe(asked[0]!.key)
})

test('a press that is repeated after a crash asks with the same key', async () => {
  await use('take')
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  answer = async () => {
    await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
    return { verdict: 'accept', reasons: [] }
  }
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 409 })
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
  answer = async () => ({ verdict: 'accept', reasons: [] })
  await placeOrder(ctx, request)
  expect(asked.map(({ key }) => key)).toEqual([asked[0]!.key, asked[0]!.key])
})

test('要確認: taken, and held before shipping with its reason until somebody decides', async () => {
  await use('take')
  answer = review
  const order = await buy(await member())
  expect(order.status).toBe('received')
  expect(await heldOf(order)).toMatchObject({
    reason: 'person',
    note: '不正注文の審査(空き家かもしれないご住所です)',
  })
  const ctx = await desk()
  expect((await showPersonCheck(ctx, { id: order.id })).check).toMatchObject({
    outcome: 'held',
    is_open: true,
    benefits: [],
    is_watched: false,
    risk_reasons: ['空き家かもしれないご住所です'],
    others: [],
    normal_price: null,
  })
  await expect(decidePersonCheck(ctx, { id: order.id, decision: 'ask', has_consent: false })).rejects.toMatchObject({
    status: 409,
  })
  await decidePersonCheck(ctx, { id: order.id, decision: 'ship', has_consent: false })
  expect(await heldOf(order)).toBeNull()
  expect(await db.select().from(order_check).where(eq(order_check.order_id, order.id))).toMatchObject([
    { decision: 'ship' },
  ])
})

test('拒否: the customer reads neither why nor by whom, and nothing is written', async () => {
  await use('take')
  answer = async () => ({ verdict: 'refuse', reasons: ['未払い'] })
  const before = await ordersCount()
  const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
  const left = await stock()
  await expect(buy(await member())).rejects.toMatchObject({
    status: 409,
    error: 'ERROR_ORDER_REFUSED',
    message: expect.not.stringContaining('未払い'),
  })
  expect([await ordersCount(), await stock()]).toEqual([before, left])
})

test.each<[string, RiskCheckMode, object | undefined, string | null]>([
  ['dead', 'take', undefined, null],
  ['dead', 'hold', undefined, '不正注文の審査(審査の答えがありませんでした)'],
  ['without an account', 'take', { risk: null }, null],
  ['without an account', 'hold', { risk: null }, '不正注文の審査(審査の答えがありませんでした)'],
])('a service that is %s, the shop says %s: the order is taken', async (_, risk_check, ports, note) => {
  await use(risk_check)
  answer = dead
  const order = await buy(await member(ports))
  expect(order.status).toBe('received')
  expect((await heldOf(order))?.note ?? null).toBe(note)
})
