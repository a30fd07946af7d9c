import { type Contract, contract } from '@kushi/contract/contract'
import { testDatabase } from '@kushi/db/testing'
import { ShopError } from '@kushi/shop/shop-error'
import { testContext } from '@kushi/shop/testing/context'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { callBindings } from '../calls.ts'
import { mountCalls } from '../http/mount-calls.ts'

const database = await testDatabase()
afterAll(database.close)

const towns = async () => [{ pref_id: 14, pref: '神奈川県', city: '鎌倉市', town: '小町' }]
const app = new Hono()
mountCalls(app, callBindings, async () => testContext(database.db, { ports: { postcode: { towns } } }))
app.onError((error, c) => c.json({ error: error.message }, error instanceof ShopError ? (error.status as 404) : 500))

const get = async (path: string) => {
  const res = await app.request(path)
  return { status: res.status, ...((await res.json()) as { data?: Record<string, unknown> }) }
}

test.each<[keyof Contract, string]>([
  ['GET /v1/product', '/v1/product?keyword=%E6%A4%BF&sort=price_asc&per_page=5'],
  ['GET /v1/product/detail/{id}', '/v1/product/detail/1'],
  [
    'GET /v1/product/sku/list',
    '/v1/product/sku/list?product_sku_ids=101:1&product_sku_ids=130:2&is_subscription=false',
  ],
  ['GET /v1/voice', '/v1/voice?product_id=1&per_page=3'],
  ['GET /v1/delivery', '/v1/delivery?visible=true'],
  ['GET /v1/delivery/detail/{id}', '/v1/delivery/detail/1'],
  ['GET /v1/delivery/{id}/time', '/v1/delivery/1/time'],
  ['GET /v1/delivery/{postal_code}/delivery-method', '/v1/delivery/2480006/delivery-method'],
  [
    'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}',
    '/v1/delivery/1/delivery-date/2480006/start/14',
  ],
  ['GET /v1/delivery/check-remote-island', '/v1/delivery/check-remote-island?postal_code=9521311'],
  [
    'GET /v1/setting/system/masterdata/target/detail/',
    '/v1/setting/system/masterdata/target/detail/?name=sex&name=day',
  ],
  [
    'GET /v1/setting/system/masterdata/postal-code/{postal_code}/is-remote-island',
    '/v1/setting/system/masterdata/postal-code/9521311/is-remote-island',
  ],
  ['GET /v1/setting/shop/payment/', '/v1/setting/shop/payment/?delivery_id=2&amount=3000'],
  ['GET /v1/setting/shop/detail/mypage', '/v1/setting/shop/detail/mypage'],
  ['GET /v1/setting/shop/detail/menu', '/v1/setting/shop/detail/menu'],
  ['GET /v1/setting/shop/detail/{shop_id}', '/v1/setting/shop/detail/2'],
  ['GET /v1/setting/shop/content/{name}', '/v1/setting/shop/content/footer?layout_code=12'],
  ['GET /postcodes/{postal_code}', '/postcodes/2480006'],
])('%s answers as in the contract', async (key, path) => {
  const { status, data } = await get(path)
  expect(status).toBe(200)
  const fields = Object.keys((contract[key].response as unknown as { shape: object }).shape)
  expect(Object.keys(data!).sort()).toEqual(fields.sort())
})

test.each([
  ['/v1/product?sort=cheap', 422],
  ['/v1/product?category=%00', 422],
  ['/v1/product?keyword=%00', 422],
  ['/v1/product/detail/abc', 422],
  ['/v1/product/detail/16', 404],
  ['/v1/product/sku/list?product_sku_ids=1', 422],
  ['/v1/product/sku/list?product_sku_ids=999:1', 404],
  ['/v1/delivery/1/delivery-date/2480006/start/48', 422],
  ['/v1/delivery/check-remote-island?postal_code=248', 422],
  ['/v1/setting/shop/detail/3', 404],
  ['/v1/setting/system/masterdata/target/detail/?name=secrets', 422],
  ['/v1/setting/shop/content/nothing', 404],
])('%s answers %i', async (path, status) => {
  expect((await get(path)).status).toBe(status)
})
