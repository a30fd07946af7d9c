import { customer, customer_address } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow } from '../../../testing/rows.ts'
import { addCustomer, changeCustomer } from './write-customer.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db, 'manager')

const profile = {
  name01: '山口',
  name02: '花子',
  kana01: 'やまぐち',
  kana02: 'はなこ',
  postal_code01: '248',
  postal_code02: '0006',
  pref_id: 14,
  addr01: '鎌倉市小町',
  addr02: '0-0-1',
  addr03: '',
  phone_number: '0467000000',
  birthday: null,
  sex: null,
  account_type: false,
  company_name: '',
  company_name_kana: '',
  manager_name: '',
  manager_name_kana: '',
  email: '',
}
const rowOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!

test('a first call without an e-mail: a member with an address, a rank and no login, who gets no mail', async () => {
  const mails = await db.$count(outbox)
  const added = await addCustomer(ctx, profile)
  expect(added).toMatchObject({ name: '山口 花子', email: '', profile: { email: '', addr01: '鎌倉市小町' } })
  expect(await rowOf(added.id)).toMatchObject({ password_hash: null, customer_rank_id: 1, mail_magazine_flag: false })
  expect(await db.$count(customer_address, eq(customer_address.customer_id, added.id))).toBe(1)
  expect(await db.$count(outbox)).toBe(mails)
  const [second] = [await addCustomer(ctx, profile)]
  expect(second.id).not.toBe(added.id)
})

test('the first e-mail of a member who ordered by phone: how the caller was identified is noted, or it is refused', async () => {
  const { id } = await addCustomer(ctx, profile)
  await insertOrderRow(db, await rowOf(id), [{ product_sku_id: 101 }])
  const email = 'caller@example.com'
  await expect(changeCustomer(ctx, { id, ...profile, email, identity_check: '' })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'identity_check' }],
  })
  expect((await changeCustomer(ctx, { id, ...profile, addr02: '8-8', identity_check: '' })).email).toBe('')
  const edited = await changeCustomer(ctx, { id, ...profile, email, identity_check: '登録の電話に折り返した' })
  expect(edited).toMatchObject({ email, notes: [{ body: expect.stringContaining('登録の電話に折り返した') }] })
  expect((await rowOf(id)).email_verified_at).toBeNull()
})

test('an address or a telephone that an operator changes is told to the member', async () => {
  const { id } = await addCustomer(ctx, { ...profile, email: 'told@example.com' })
  const told = async () => {
    const rows = await db.select().from(outbox).where(eq(outbox.customer_id, id))
    return rows.map(({ payload }) => (payload as { text: string }).text)
  }
  const same = { id, identity_check: '', ...profile, email: 'told@example.com' }
  await changeCustomer(ctx, { ...same, name02: '花' })
  expect(await told()).toEqual([])
  await changeCustomer(ctx, { ...same, addr02: '7-7' })
  expect(await told()).toEqual([expect.stringContaining('ご登録のご住所が変更されました')])
})

test('edited: an e-mail is added once; the one that a member logs in with is theirs', async () => {
  const { id } = await addCustomer(ctx, profile)
  const edited = await changeCustomer(ctx, {
    id,
    identity_check: '',
    ...profile,
    addr02: '9-9',
    email: 'Hanako2@Example.com',
  })
  expect(edited).toMatchObject({ email: 'hanako2@example.com' })
  const [event] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(event).toMatchObject({ subject: 'customer', after: { fields: ['addr02', 'email'] } })
  await expect(
    changeCustomer(ctx, { id, identity_check: '', ...profile, email: 'other@example.com' }),
  ).rejects.toMatchObject({
    fields: [{ path: 'email' }],
  })
  await insertMembers(db, 1, { email: 'taken@example.com' })
  const taken = { fields: [{ path: 'email', message: 'ほかの会員のメールアドレスです。' }] }
  await expect(addCustomer(ctx, { ...profile, email: 'taken@example.com' })).rejects.toMatchObject(taken)
  const { id: third } = await addCustomer(ctx, profile)
  await expect(
    changeCustomer(ctx, { id: third, identity_check: '', ...profile, email: 'taken@example.com' }),
  ).rejects.toMatchObject(taken)
  await expect(changeCustomer({ ...ctx, shop_id: 3 }, { id, identity_check: '', ...profile })).rejects.toMatchObject({
    status: 404,
  })
  await expect(addCustomer(ctx, { ...profile, phone_number: '123' })).rejects.toMatchObject({ status: 422 })
})
