import { generateKeyPairSync } from 'node:crypto'
import { amazonTestClient } from '@kushi/adapters/testing/amazon'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { advanceSandboxDays } from '../jobs/advance-days.ts'
import { environment, newMember, startServer } from './server.ts'
import { confirm, monthly } from './shopper.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const database = await testDatabase()
const sandbox = await startSandbox({ env: { SANDBOX_AMAZON_PUBLIC_KEY: keys.publicKey } })
// Amazon returns browsers only to https URLs.
const env = { ...environment(database.url, sandbox), PUBLIC_URL: 'https://shop.example' }
const server = await startServer({ ...env, AMAZON_PRIVATE_KEY: keys.privateKey })
const amazon = amazonTestClient(`${sandbox.url}/sandbox/amazon`, keys.privateKey, sandbox.stop)
afterAll(async () => {
  await server.stop()
  await amazon.stop()
  await database.close()
})
const { call, url } = server

/** From the button to Amazon's page that an order leads to. */
async function ordered(buyer: string, isSubscription: boolean) {
  const member = await newMember(call)
  const checkout_session_id = await amazon.session(
    buyer,
    isSubscription ? { frequency: { unit: 'Month', value: 1 } } : {},
  )
  const more = { is_subscription: isSubscription, delivery_pattern: isSubscription ? monthly : null }
  const draft = await confirm(call, member, null, { payment_method_id: 2, ...more })
  const body = { ...draft, amazon: { checkout_session_id } }
  const { data } = await call('POST /v1/order/public/new', { body, token: member.token })
  return { member, checkout_session_id, data }
}

/** Up to the URL to which Amazon returns the browser: the screen, which leads to our own return URL. */
async function bought(buyer: string, isSubscription = false) {
  const { member, checkout_session_id, data } = await ordered(buyer, isSubscription)
  expect(await amazon.visit(data.redirect_url!)).toBe(
    `https://shop.example/sh/redirect/amazon?amazonCheckoutSessionId=${checkout_session_id}`,
  )
  const back = `${url}/v1/payment/amazon/return?amazonCheckoutSessionId=${checkout_session_id}`
  const returned = await fetch(back, { redirect: 'manual' })
  const kind = isSubscription ? 'periodic' : 'normal'
  expect(returned.headers.get('location')).toBe(`/sh/${kind}-purchase/complete?order_no=${data.order_no}`)
  const { items } = (
    await call('GET /v1/order/public/list', { query: { order_no: data.order_no }, token: member.token })
  ).data
  return { member, order_no: data.order_no, order: items[0]!, back }
}
const chargesOf = async (orderNo: string) =>
  (await amazon.charges()).filter((one) => one.merchantMetadata.merchantReferenceId === orderNo)

test('an order is paid once, however often the browser comes back', async () => {
  const { order, order_no, back } = await bought('HANAKO')
  expect(order.status).toBe('received')
  await fetch(back, { redirect: 'manual' })
  expect(await chargesOf(order_no)).toMatchObject([{ amount: order.payment_total, status: { state: 'Authorized' } }])
})

test.each([
  ['declined', 'KOTOWARI', false],
  ['declined', 'KOTOWARI', true],
  ['cancel', 'MAI', false],
  ['cancel', 'MAI', true],
] as const)(
  '%s there by %s, a subscription: %s: nothing is charged, and the stock is back',
  async (action, buyer, is) => {
    const stock = async () =>
      (await database.pool.query('select sum(stock) as pieces from product_sku where shop_id = 2')).rows[0].pieces
    const before = await stock()
    const { checkout_session_id, data } = await ordered(buyer, is)
    expect(await stock()).toBe(before - 1)
    await amazon.visit(data.redirect_url!)
    await amazon.confirm(checkout_session_id, action)
    const back = await fetch(`${url}/v1/payment/amazon/return?amazonCheckoutSessionId=${checkout_session_id}`, {
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toContain(`/complete?order_no=${data.order_no}`)
    const { rows } = await database.pool.query('select status from orders where order_no = $1', [data.order_no])
    expect(rows).toEqual([{ status: 'payment_error' }])
    expect(await chargesOf(data.order_no)).toEqual([])
    expect(await stock()).toBe(before)
  },
)

test('later deliveries are charged to the permission; a decline says where to fix it, and is charged later', async () => {
  const { member, order } = await bought('KEN', true)
  const id = order.subscription!.id
  const rowNow = async () => (await database.db.select().from(subscription).where(eq(subscription.id, id)))[0]!
  const permission = (await rowNow()).charge_permission_id!
  const { data } = await call('GET /v1/order/subscription/detail/{id}', { params: { id }, token: member.token })
  expect(data.payment_repair_url).toBe(`/sandbox/amazon/account/ba/${permission}`)
  const charged = async () => (await amazon.charges()).filter((one) => one.chargePermissionId === permission)
  /** Advances day by day until the condition holds. */
  async function liveUntil(isSo: (row: Awaited<ReturnType<typeof rowNow>>) => boolean): Promise<void> {
    const { deps } = server
    for (let days = 0; days < 60 && !isSo(await rowNow()); days++)
      await advanceSandboxDays(deps, deps.sandboxClock!, deps.sandboxClock!.offsetDays + 1)
  }

  await liveUntil((row) => row.summary_status === 2)
  const attempts = await database.db.select().from(billing_attempt).where(eq(billing_attempt.subscription_id, id))
  expect(attempts).toMatchObject([{ outcome: 'failed', failure: 'repair_at_provider' }])
  expect(await charged()).toHaveLength(1)

  await amazon.meanwhile({ permission, action: 'repair' })
  await liveUntil((row) => row.summary_status === 1)
  expect(await charged()).toHaveLength(2)
})
