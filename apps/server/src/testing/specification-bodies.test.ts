import { randomUUID } from 'node:crypto'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { environment, newMember, sandboxOf, startServer } from './server.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})

const member = await newMember(server.call)
const asMember = { authorization: `Bearer ${member.token}` }
async function send(method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json', 'x-shop-id': '2', 'x-client-id': 'kushi-web-2', ...asMember }
  const res = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { data, meta } = (await res.json()) as { data?: Record<string, unknown>; meta?: Record<string, unknown> }
  return { status: res.status, data, meta }
}
const { id } = (await send('POST', '/v1/common/me')).data as { id: number }
const { cart_item_id } = (await send('POST', '/v1/cart/items/new', { product_sku_id: 101, quantity: 1, sale_type: 1 }))
  .data as { cart_item_id: number }
const { form } = member
const address = Object.fromEntries(
  'name01 name02 kana01 kana02 postal_code01 postal_code02 pref_id addr01 addr02 addr03 phone_number'
    .split(' ')
    .map((name) => [name, form[name as keyof typeof form]]),
)

/** Entities of the specification's section 3 whose calls list no names of their own. */
const tracking = {
  tracking_id: randomUUID(),
  cart_type_id: 0,
  tracking_start_date: '2026-12-01T00:00:00Z',
  customer_id: id,
  phone_number: '0467220000',
  line_id: null,
  url_clicked: null,
}
const flags = {
  cart_abandoned_flag: true,
  lp_flag: false,
  customer_target_flag: true,
  guest_target_flag: true,
  individual_setting_flag: false,
}
const advert = {
  adcd: null,
  ad_user_id: null,
  add_timing_id: 3,
  customer_id: id,
  code: 'x',
  state: 'x'.repeat(43),
  redirect_uri: 'https://shop.example',
  line_user_id: null,
}

/**
 * The specification's table of calls, verbatim: the listed fields are sufficient. Where the named object does not exist
 * (a LINE channel, Amazon Pay, a valid token), the response says so and reports no missing field.
 */
const listed: [call: string, body: object | undefined, answer: number | string][] = [
  ['POST /v1/common/line-account/verify', { line_access_token: 'x' }, 'ERROR_LINE_NOT_USED'],
  ['POST /v1/common/login/customer/', { email: member.email, password: member.password }, 200],
  ['POST /v1/common/reset-password/', { email: member.email }, 200],
  ['POST /v1/common/address/new', address, 200],
  [
    'POST /v1/common/payment/amazon/address',
    { amazon_billing_agreement_id: 'B01-1', address_consent_token: 'x' },
    'ERROR_PAYMENT_NOT_OFFERED',
  ],
  ['POST /v1/common/payment/card/check', { amount: 0, token: 'x' }, 'ERROR_CARD_UNUSABLE'],
  ['GET /v1/common/mypage/card/list?customer_id=ID&card_seq=0', undefined, 200],
  [
    'POST /v1/common/mypage/card/register',
    { token: 'x', gmo_id: '', card_seq: 0, card_info: '', customer_id: id },
    'ERROR_CARD_REENTER',
  ],
  [
    'POST /v1/common/mypage/card/update',
    { gmo_id: '', card_seq: 9, expire: '3012', holder_name: 'HANAKO', card_info: '' },
    'ERROR_NOT_FOUND',
  ],
  ['POST /v1/common/mail/check', { email: `${randomUUID()}@example.com`, line_id: 'x' }, 200],
  ['POST /v1/common/line-link/confirm', { token: 'x' }, 'ERROR_TOKEN_EMPTY'],
  [
    'GET /v1/product/sku/list?product_sku_ids=101:1&is_subscription=false&customer_id=ID&delivery_method_id=1&delivery_fee=0&adjustment_amount=0',
    undefined,
    200,
  ],
  ['GET /v1/delivery?visible=true', undefined, 200],
  ['GET /v1/cart/items?is_subscription=true', undefined, 200],
  ['POST /v1/cart/items/new', { product_sku_id: 101, quantity: 1, sale_type: 1 }, 200],
  [`PUT /v1/cart/items/update/${cart_item_id}`, { product_sku_id: 101, quantity: 2 }, 200],
  ['POST /v1/cart/items/sync', { items: [{ product_sku_id: 102, quantity: 1, subscription: 0, sale_limit: 10 }] }, 200],
  [
    'POST /v1/cart/items/check',
    { items: [{ product_sku_id: 102, quantity: 1, subscription: 0, sale_limit: 10 }] },
    200,
  ],
  [
    'POST /v1/cart-abandonments/set_abandonment_setting',
    { ...tracking, email: member.email, is_consented: false, items: [], ...flags },
    200,
  ],
  ['POST /v1/line/advertisement/tracking', advert, 'ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE'],
  [
    'POST /v1/line/advertisement/tracking/add-friend',
    { ...advert, ad_user_id: 'x', line_user_id: `U${'0'.repeat(32)}` },
    'ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE',
  ],
  ['GET /postcodes/2480006?api_key=x', undefined, 200],
  ['DELETE /v1/customer/ID/card/9/delete?card_info=x', undefined, 'ERROR_NOT_FOUND'],
  ['GET /v1/setting/system/masterdata/target/detail/?name=prefecture', undefined, 200],
  ['GET /v1/setting/shop/payment/?delivery_id=1&visible=true', undefined, 200],
  ['GET /v1/setting/shop/detail/2', undefined, 200],
  ['POST /v1/setting/shop/mail/validate-email', { email: 'a@example.com' }, 200],
  ['PATCH /v1/order/subscription/update/999/pause', { customer_flag: true }, 'ERROR_NOT_FOUND'],
  [
    'POST /v1/order/subscription/delivery-date/next',
    { delivery_date: '2026-12-10', subscription_division_id: 3, param1: 30, param2: null, param3: null },
    200,
  ],
  [
    'PATCH /v1/order/subscription/update/999/reopen-scheduled',
    { customer_flag: true, is_update_subscription: false },
    'ERROR_NOT_FOUND',
  ],
  ['POST /v1/setting/line/check-friend-line', { line_user_id: 'x' }, 'ERROR_NOT_FOUND'],
  [
    'POST /v1/setting/line/link-line/business-account',
    { customer_id: id, line_access_token: 'x' },
    'ERROR_NOT_BUSINESS',
  ],
]

test.each(listed)('%s with what the specification lists', async (call, body, expected) => {
  const [method, path] = call.split(' ') as [string, string]
  const { status, meta } = await send(method, path.replace('ID', String(id)), body)
  const seen = typeof expected === 'number' ? status : meta?.error
  expect([seen, meta?.message]).toEqual([expected, typeof expected === 'number' ? undefined : meta?.message])
})

test('what the cart answers can be checked as it is', async () => {
  const { items } = (await send('GET', '/v1/cart/items')).data as { items: object[] }
  expect(items.length).toBeGreaterThan(0)
  expect(await send('POST', '/v1/cart/items/check', { items })).toMatchObject({ status: 200, data: { problems: [] } })
})

test('what a PUT only reads comes back as it is, or is refused by its name', async () => {
  const one = (await send('POST', '/v1/common/address/new', address)).data as { id: number }
  const path = `/v1/common/address/update/${one.id}`
  expect(await send('PUT', path, { ...one, addr03: '2階' })).toMatchObject({ status: 200, data: { addr03: '2階' } })
  const moved = await send('PUT', path, { ...one, id: one.id + 1 })
  expect(moved).toMatchObject({ status: 422, meta: { fields: [{ path: 'id', message_id: 'read_only_name' }] } })
  const party = { company_name: '', company_name_kana: '', manager_name: '', manager_name_kana: '' }
  const me = { ...(await send('POST', '/v1/common/me')).data, ...party }
  const back = await send('PUT', `/v1/customer/${id}/update`, me)
  expect([back.status, back.meta]).toEqual([200, undefined])
  const mailbox = await send('PUT', `/v1/customer/${id}/update`, { ...me, email: 'other@example.com' })
  expect(mailbox).toMatchObject({ status: 422, meta: { fields: [{ path: 'email', message_id: 'read_only_name' }] } })
})

test('decomposed kana (NFD, from a Mac) are registered as one character', async () => {
  const { status, data } = await send('POST', '/v1/common/address/new', { ...address, kana01: 'なか\u3099せ' })
  expect([status, data?.kana01]).toEqual([200, 'ながせ'])
})

test('an invalid e-mail address is reported as such, not as a malformed call', async () => {
  for (const email of ['hanako@', 'x', ''])
    expect(await send('POST', '/v1/setting/shop/mail/validate-email', { email })).toMatchObject({
      status: 200,
      data: { is_valid: false, suggestion: null },
    })
})
