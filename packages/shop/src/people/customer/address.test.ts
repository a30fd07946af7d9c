import { openDatabase } from '@kushi/db/connect'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { addAddress, getAddress, listAddresses } from './addresses.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const asHanako = testContext(db, { customer_id: hanako!.id })
const asTaro = testContext(db, { customer_id: taro!.id })
const form = {
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
const defaults = async () => (await listAddresses(asTaro, {})).items.filter((item) => item.is_default)

beforeEach(() => db.delete(customer_address).where(eq(customer_address.customer_id, taro!.id)))

test('the first is the default, a later one only if asked for, and then alone', async () => {
  const first = await addAddress(asTaro, parseCallBody('POST /v1/common/address/new', { ...form, addr02: '１−２，' }))
  expect(first).toMatchObject({ is_default: true, addr02: '1-2' })
  expect(await addAddress(asTaro, { ...form, addr02: '2' })).toMatchObject({ is_default: false })
  const third = await addAddress(asTaro, { ...form, addr02: '3', is_default: true })
  expect(await defaults()).toEqual([third])
  expect((await listAddresses(asTaro, {})).items.map((item) => item.addr02)).toEqual(['3', '1-2', '2'])
  expect(await getAddress(asTaro, { id: first.id })).toMatchObject({ is_default: false })
})

test('the member is told by mail of one that is added, but not of the first', async () => {
  await db.delete(outbox)
  await addAddress(asTaro, form)
  expect(await loadQueuedMails(db)).toEqual([])
  await addAddress(asTaro, { ...form, addr02: '2' })
  const [mail] = await loadQueuedMails(db)
  expect(mail).toMatchObject({ to: 'taro@example.com', subject: '【椿野】ご登録の内容を変更しました' })
  expect(mail!.text).toContain('ご登録のお届け先の一覧が変更されました。')
})

test('delivery notes are kept to the letter', async () => {
  const delivery_notes = ' 物置，右側, 2段目\n\n　鍵はなし '
  const { id } = await addAddress(asTaro, { ...form, delivery_notes })
  expect(await getAddress(asTaro, { id })).toMatchObject({ delivery_notes })
})

test('another member sees no address, in list or detail, and neither does a member of another shop', async () => {
  const { id } = await addAddress(asTaro, form)
  await expect(getAddress(asHanako, { id })).rejects.toMatchObject({ status: 404 })
  await expect(getAddress({ ...asTaro, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
  expect((await listAddresses(asHanako, {})).items.map((item) => item.id)).not.toContain(id)
  expect((await listAddresses({ ...asTaro, shop_id: 3 }, {})).items).toEqual([])
  await expect(addAddress({ ...asTaro, shop_id: 3 }, form)).rejects.toMatchObject({ status: 404 })
  await addAddress(asTaro, { ...form, is_default: true })
  expect((await listAddresses(asHanako, {})).items.filter((item) => item.is_default)).toHaveLength(1)
})

test('twenty at most and one default, also when many are added at once by two processes', async () => {
  const tries = Array.from({ length: 24 }, (_, n) =>
    addAddress({ ...asTaro, db: n % 2 ? db : second.db }, { ...form, addr02: `${n}`, is_default: true }),
  )
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await defaults()).toHaveLength(1)
  await expect(addAddress(asTaro, form)).rejects.toMatchObject({ status: 409, error: 'ERROR_TOO_MANY_ADDRESSES' })
})
