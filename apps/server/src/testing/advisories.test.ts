import { adminContract } from '@kushi/contract/admin/contract'
import { hashPassword } from '@kushi/db/password'
import { cart_item } from '@kushi/db/schema/cart'
import { customer } from '@kushi/db/schema/customer'
import { operator, operator_invitation } from '@kushi/db/schema/operator'
import { payment_refund } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { registerCustomer } from '@kushi/shop/people/customer/register-customer'
import { acceptInvitation } from '@kushi/shop/people/operator/accept-invitation'
import { inviteOperator } from '@kushi/shop/people/operator/invitation'
import { addCartItem, removeCartItem, updateCartItem } from '@kushi/shop/sales/cart/cart-items'
import { placeOrder } from '@kushi/shop/sales/checkout/place-order'
import { refundOneOrder } from '@kushi/shop/sales/refund/admin/refund-order'
import { testContext } from '@kushi/shop/testing/context'
import { operatorContext } from '@kushi/shop/testing/operator'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '@kushi/shop/testing/order'
import { parseCallBody } from '@kushi/shop/testing/parse-call-body'
import { insertOrderRow } from '@kushi/shop/testing/rows'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'

/** What others published as advisories in 2026, tried here. */

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = testContext(db)
const rowOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!

test('whoever may edit operators sets nobody’s password: no call takes one but for oneself', () => {
  const taking = Object.entries(adminContract).flatMap(([call, one]) => {
    const shape = (one as { body?: { shape?: object } }).body?.shape ?? {}
    return Object.keys(shape).some((name) => name.includes('password')) ? [call] : []
  })
  expect(taking.filter((call) => call.includes('/operators'))).toEqual([])
  expect(taking.every((call) => !call.includes('{id}'))).toBe(true)
})

test('inviting the owner again, here or from another shop, changes no password of theirs', async () => {
  const manager = await operatorContext(db, 'manager')
  const owner = await operatorContext(db, 'manager')
  const password_hash = await hashPassword('owner-password-1')
  const [named] = await db
    .update(operator)
    .set({ password_hash, installation_role: 'manager' })
    .where(eq(operator.id, owner.operator.id))
    .returning()
  const { email } = named!
  await expect(inviteOperator(manager, { email, role: 'support' })).rejects.toMatchObject({
    error: 'ERROR_OPERATOR_EXISTS',
  })
  await db.update(operator).set({ installation_role: null }).where(eq(operator.id, owner.operator.id))
  const url = await inviteOperator({ ...manager, shop_id: 3 }, { email, role: 'support' })
  const token = url.split('/').at(-1)!
  await expect(
    acceptInvitation({ ...manager, shop_id: 3 }, { token, name: '別人', password: 'stranger-password-1' }),
  ).rejects.toMatchObject({ error: 'ERROR_OPERATOR_EXISTS' })
  const [after] = await db.select().from(operator).where(eq(operator.id, owner.operator.id))
  expect(after!.password_hash).toBe(password_hash)
  await db.delete(operator_invitation)
})

test('registering with the e-mail of a member who only logs in by LINE opens nothing and sets no password', async () => {
  await db.update(shop).set({ corporate_flag: false })
  const [id] = (await insertMembers(db, 1, { email: 'line-only@example.com' })) as [number]
  await db.update(customer).set({ password_hash: null, line_id: 'U-line-only' }).where(eq(customer.id, id))
  const form = parseCallBody('POST /v1/customer/new', {
    name01: '白石',
    name02: '渚',
    kana01: 'しらいし',
    kana02: 'なぎさ',
    postal_code01: '060',
    postal_code02: '0001',
    pref_id: 1,
    addr01: '札幌市中央区北一条西',
    addr02: '1-2',
    addr03: '',
    phone_number: '0110000000',
    email: 'Line-Only@example.com',
    password: 'Nagisa123',
    birthday: null,
    sex: null,
    account_type: false,
    company_name: '',
    company_name_kana: '',
    manager_name: '',
    manager_name_kana: '',
    where_did_you_know: null,
    mail_magazine_flag: false,
    idempotency_key: 'advisory-line-only',
  })
  await expect(registerCustomer(ctx, form)).rejects.toMatchObject({ error: 'ERROR_EMAIL_REGISTERED' })
  expect(await rowOf(id)).toMatchObject({ password_hash: null, line_id: 'U-line-only' })
})

test('an order of another shop is refunded from none', async () => {
  const [id] = (await insertMembers(db, 1)) as [number]
  const order = await insertOrderRow(db, await rowOf(id), [{ product_sku_id: 101 }], { status: 'delivered' })
  const elsewhere = { ...(await operatorContext(db, 'manager')), shop_id: 3 }
  const input = {
    refund: { kind: 'return', restock: false, keep_subscription: false },
    by_hand: false,
    seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 },
    decision_reason: '返品',
    notify: false,
  }
  const asked = adminContract['POST /admin/v1/orders/{id}/refund'].body.parse(input)
  await expect(refundOneOrder(elsewhere, { ...asked, id: order.id })).rejects.toMatchObject({ status: 404 })
  expect(await db.$count(payment_refund)).toBe(0)
})

test('a line of somebody else’s cart is neither changed nor deleted', async () => {
  const [owner, other] = (await insertMembers(db, 2)) as [number, number]
  const of = (customer_id: number) => testContext(db, { customer_id })
  const { cart_item_id: id } = await addCartItem(of(owner), { product_sku_id: 101, quantity: 1, sale_type: 1 })
  await addCartItem(of(other), { product_sku_id: 101, quantity: 1, sale_type: 1 })
  const foreign = { id, product_sku_id: 101, quantity: 9 }
  await expect(updateCartItem(of(other), foreign)).rejects.toMatchObject({ status: 404 })
  await removeCartItem(of(other), { id })
  const lines = await db.select().from(cart_item).where(eq(cart_item.customer_id, owner))
  expect(lines).toMatchObject([{ cart_item_id: id, quantity: 1 }])
})

test('the last pieces, ordered by ten members at once, are sold once', async () => {
  await db.update(product_sku).set({ stock: 3 }).where(eq(product_sku.id, 121))
  const settings = { ...ctx.settings, rate_limit_factor: 0 }
  const members = (await insertMembers(db, 10)).map((customer_id) => testContext(db, { customer_id, settings }))
  const asked = testOrderDraft({ items: [{ product_sku_id: 121, quantity: 1, revision: 1 }] })
  const requests = await Promise.all(members.map((member) => confirmedOrderInput(member, asked)))
  const answers = await Promise.allSettled(members.map((member, n) => placeOrder(member, requests[n]!)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const [left] = await db.select().from(product_sku).where(eq(product_sku.id, 121))
  expect(left!.stock).toBe(0)
})

test('an API key is neither renewed, nor widened, nor read again: it is made once and revoked', () => {
  const calls = Object.keys(adminContract).filter((call) => call.includes('/api-keys'))
  expect(calls.sort()).toEqual([
    'GET /admin/v1/setting/api-keys',
    'POST /admin/v1/setting/api-keys',
    'POST /admin/v1/setting/api-keys/{id}/revoke',
  ])
  for (const call of [calls[0]!, calls[2]!]) {
    const { response } = adminContract[call as 'GET /admin/v1/setting/api-keys']
    expect(JSON.stringify(response.toJSONSchema({ unrepresentable: 'any' }))).not.toContain('secret')
  }
})
