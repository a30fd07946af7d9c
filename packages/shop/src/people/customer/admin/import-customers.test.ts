import { ad_optout } from '@kushi/db/schema/abandonment'
import { consent_event, customer } from '@kushi/db/schema/customer'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { operatorContext } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { runCustomerImport } from './import-customers.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const manager = await operatorContext(db, 'manager')
const given = (text: string) => runCustomerImport(manager, { content: new TextEncoder().encode(text) } as never)
const memberOf = async (email: string) => (await db.select().from(customer).where(eq(customer.email, email)))[0]
const FLAG = 'メールでのお知らせ'

beforeEach(() => emptyTables(db.$client, 'consent_event, ad_optout'))

test('a file can’t consent to adverts for an existing member, and an opt-out stays; it can stop them', async () => {
  const email = 'silent@example.com'
  const [id] = await insertMembers(db, 1, { email, mail_magazine_flag: false })
  await db.insert(ad_optout).values({ shop_id: 2, channel: 'mail', address: email, created_at: new Date() })
  expect(await given(`メールアドレス,${FLAG}\r\n${email},1\r\n`)).toMatchObject({
    is_done: false,
    faults: [{ row: 2, head: FLAG, message: expect.stringContaining('ご本人だけ') }],
  })
  expect(await memberOf(email)).toMatchObject({ mail_magazine_flag: false })
  expect([await db.$count(ad_optout), await db.$count(consent_event)]).toEqual([1, 0])
  await db.update(customer).set({ mail_magazine_flag: true }).where(eq(customer.id, id!))
  expect(await given(`メールアドレス,${FLAG}\r\n${email},1\r\n`)).toMatchObject({ is_done: true, unchanged: 1 })
  expect(await given(`メールアドレス,${FLAG}\r\n${email},0\r\n`)).toMatchObject({ is_done: true, changed: 1 })
  expect(await db.select().from(consent_event)).toMatchObject([{ customer_id: id, is_given: false }])
})

test('a new member brings a consent that was given elsewhere', async () => {
  const head = 'メールアドレス,姓,名,せい,めい,郵便番号,都道府県,市区町村,番地,電話番号'
  const row = 'moved@example.com,山口,花子,やまぐち,はなこ,248-0006,神奈川県,鎌倉市小町,0-0-1,0467000000'
  expect(await given(`${head},${FLAG}\r\n${row},1\r\n`)).toMatchObject({ is_done: true, added: 1 })
  expect(await memberOf('moved@example.com')).toMatchObject({ mail_magazine_flag: true })
  expect(await db.select().from(consent_event)).toMatchObject([{ is_given: true }])
})

test('a correct cell replaces a stored value that could not be typed today', async () => {
  const email = 'old@example.com'
  await insertMembers(db, 1, { email, phone_number: '467000000' })
  expect(await given(`メールアドレス,電話番号\r\n${email},0467-00-0000\r\n`)).toMatchObject({
    faults: [],
    is_done: true,
  })
  expect(await memberOf(email)).toMatchObject({ phone_number: '0467000000' })
  // As it was exported it is no change.
  await db.update(customer).set({ phone_number: '467000000' }).where(eq(customer.email, email))
  expect(await given(`メールアドレス,電話番号\r\n${email},467000000\r\n`)).toMatchObject({ faults: [], unchanged: 1 })
})
