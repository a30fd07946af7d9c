import { testDatabase } from '@kushi/db/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm, orderDraft } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const server = await startServer(environment(database.url, sandbox))
const { call } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})

const member = await newMember(call)
const draft = orderDraft(member)

/** Ids of one shop, requested with the header of the other. */
const mixed = [
  { shop: 2, product: 51, sku: 501, delivery: 3, own: { sku: 101, delivery: 1 } },
  { shop: 3, product: 1, sku: 101, delivery: 1, own: { sku: 501, delivery: 3 } },
]

describe.each(mixed)('shop $shop knows nothing of another shop’s', ({ shop, product, sku, delivery, own }) => {
  const items = [{ product_sku_id: sku, quantity: 1, subscription: 0 as const }]

  test('product', async () => {
    expect(await call('GET /v1/product/detail/{id}', { shop, params: { id: product } })).toMatchObject({ status: 404 })
    const { data } = await call('GET /v1/product', { shop, query: { per_page: 100 } })
    expect(data.items.map(({ id }) => id)).not.toContain(product)
  })

  test('SKU, in a quote and in a cart', async () => {
    const query = { product_sku_ids: `${sku}:1` }
    expect(await call('GET /v1/product/sku/list', { shop, query })).toMatchObject({ status: 404 })
    const checked = await call('POST /v1/cart/items/check', { shop, body: { items } })
    expect(checked.data.problems).toMatchObject([{ product_sku_id: sku, error: 'not_sold' }])
  })

  test('delivery method, its times and its days', async () => {
    const params = { id: delivery, postal_code: '1000001', pref_id: 13 }
    for (const key of [
      'GET /v1/delivery/detail/{id}',
      'GET /v1/delivery/{id}/time',
      'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}',
    ] as const)
      expect(await call(key, { shop, params })).toMatchObject({ status: 404 })
    const quoted = await call('GET /v1/product/sku/list', {
      shop,
      query: { product_sku_ids: `${own.sku}:1`, delivery_method_id: delivery },
    })
    expect(quoted.data.summary.delivery_id).toBe(own.delivery)
  })
})

test('a token of one shop is invalid in another', async () => {
  const { token } = member
  expect(await call('GET /v1/cart/items', { shop: 2, token })).toMatchObject({ status: 200 })
  expect(await call('GET /v1/cart/items', { shop: 3, token })).toMatchObject({ status: 401 })
})

test('neither goods nor delivery of another shop can be put into a cart or ordered', async () => {
  const { token } = member
  const item = { product_sku_id: 501, quantity: 1, sale_type: 1 as const }
  expect((await call('POST /v1/cart/items/new', { token, body: item })).status).toBeGreaterThanOrEqual(400)
  const request = await confirm(call, member, null, { payment_method_id: null })
  const wrong = [
    { items: [{ product_sku_id: 501, quantity: 1, revision: 1 }] },
    { delivery_id: 3 },
    { delivery_time_id: 11 },
  ]
  for (const one of wrong) {
    const body = { ...draft, payment_method_id: null, ...one }
    const checked = await call('POST /v1/order/validates-data', { token, body })
    expect([one, checked.status >= 400 || checked.data.problems.length > 0]).toEqual([one, true])
    expect(
      (await call('POST /v1/order/public/new', { token, body: { ...request, ...one } })).status,
    ).toBeGreaterThanOrEqual(400)
  }
  const { rows } = await database.pool.query('select count(*)::int as orders from orders')
  expect(rows).toEqual([{ orders: 0 }])
})
