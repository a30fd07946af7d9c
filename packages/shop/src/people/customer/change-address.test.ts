import { openDatabase } from '@kushi/db/connect'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { insertSubscriptionRow } from '../../testing/rows.ts'
import { addAddress, deleteAddress, getAddress, listAddresses, updateAddress } from './addresses.ts'

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
const defaults = async () =>
  (await listAddresses(asTaro, {})).items.filter((item) => item.is_default).map(({ id }) => id)
const add = async (more = {}) => (await addAddress(asTaro, { ...form, ...more })).id

beforeEach(async () => {
  await db.delete(subscription)
  await db.delete(customer_address).where(eq(customer_address.customer_id, taro!.id))
})

test('an address is changed; delivery notes are kept to the letter', async () => {
  const id = await add()
  const changed = { ...form, addr02: '9-9', delivery_notes: ' 物置, 右側 ' }
  expect(await updateAddress(asTaro, { ...changed, id })).toMatchObject({ id, addr02: '9-9', is_default: true })
  expect(await getAddress(asTaro, { id })).toMatchObject({ addr02: '9-9', delivery_notes: ' 物置, 右側 ' })
})

test('another becomes the default, alone; the default can only be replaced', async () => {
  const [first, other] = [await add(), await add({ addr02: '2' })]
  expect(await updateAddress(asTaro, { id: other, is_default: true })).toMatchObject({ addr02: '2', is_default: true })
  expect(await defaults()).toEqual([other])
  await updateAddress(asTaro, { ...form, id: other })
  expect(await defaults()).toEqual([other])
  await updateAddress(asTaro, { ...form, id: first, is_default: true })
  expect(await defaults()).toEqual([first])
})

test('deleting the default makes the oldest other one the default, and says so', async () => {
  const [first, other] = [await add(), await add({ addr02: '2' }), await add({ addr02: '3' })]
  expect(await deleteAddress(asTaro, { id: first })).toEqual({
    message: 'お届け先を削除しました。いつものお届け先を「佐藤 太郎 様(東京都千代田区丸の内)」に変更しました。',
    default_id: other,
  })
  expect(await defaults()).toEqual([other])
})

test('deleting another leaves the default; deleting the last leaves none', async () => {
  const [first, other] = [await add(), await add({ addr02: '2' })]
  expect(await deleteAddress(asTaro, { id: other })).toEqual({ message: 'お届け先を削除しました。', default_id: first })
  expect(await deleteAddress(asTaro, { id: first })).toEqual({
    message: 'お届け先を削除しました。登録されているお届け先はありません。',
    default_id: null,
  })
  expect(await add()).toBe((await defaults())[0])
})

test('a running subscription keeps its copy of a deleted address, and the answer names it', async () => {
  const { delivery_notes: _, is_default: __, ...address } = form
  const [first] = [await add(), await add({ addr02: '2' })]
  const running = await insertSubscriptionRow(db, taro!, address)
  const paused = await insertSubscriptionRow(db, taro!, { ...address, summary_status: 5 })
  await insertSubscriptionRow(db, taro!, { ...address, summary_status: 6 })
  await insertSubscriptionRow(db, taro!, { ...address, summary_status: 0 })
  await insertSubscriptionRow(db, taro!, { ...address, addr02: '9' })
  await insertSubscriptionRow(db, hanako!, address)
  const { message } = await deleteAddress(asTaro, { id: first })
  expect(message).toContain(`定期便(契約番号 ${running}、${paused})は、これまでと同じお届け先へお届けします。`)
  const [kept] = await db.select().from(subscription).where(eq(subscription.id, running))
  expect(kept).toMatchObject(address)
})

test('another member can neither change nor delete it, and neither can a member of another shop', async () => {
  const id = await add()
  for (const ctx of [asHanako, { ...asTaro, shop_id: 3 }]) {
    await expect(updateAddress(ctx, { ...form, id })).rejects.toMatchObject({ status: 404 })
    await expect(updateAddress(ctx, { id, is_default: true })).rejects.toMatchObject({ status: 404 })
    await expect(deleteAddress(ctx, { id })).rejects.toMatchObject({ status: 404 })
  }
  const own = (await listAddresses(asHanako, {})).items.filter((item) => item.is_default)
  expect(own).toHaveLength(1)
  expect(await defaults()).toEqual([id])
})

test('one default, whatever is changed and deleted at once by two processes', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => add({ addr02: `${n}` })))
  await Promise.allSettled(
    ids.map((id, n): Promise<unknown> => {
      const ctx = { ...asTaro, db: n % 2 ? db : second.db }
      return n % 3 === 0 ? deleteAddress(ctx, { id }) : updateAddress(ctx, { id, is_default: true })
    }),
  )
  expect(await defaults()).toHaveLength(1)
})
