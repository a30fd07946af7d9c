import { message_text } from '@kushi/db/schema/message'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { loadMessageText } from './compose.ts'
import { MESSAGE_KINDS } from './kinds.ts'

const { db, close } = await testDatabase()
afterAll(close)

test('a subject with a name, of before that was refused, is the standard one again; the words stay the shop’s', async () => {
  const own = { shop_id: 2, updated_at: new Date(), body: '{宛名}\n\nお知らせです。\n\n{署名}' }
  await db.insert(message_text).values([
    { ...own, kind: 'order_received', subject: '{宛名}、ありがとうございます' },
    { ...own, kind: 'order_shipped', subject: '{ご注文番号} を発送しました' },
  ])
  expect(await loadMessageText(db, 2, 'order_received')).toEqual({
    subject: MESSAGE_KINDS.order_received.subject,
    body: own.body,
  })
  expect((await loadMessageText(db, 2, 'order_shipped')).subject).toBe('{ご注文番号} を発送しました')
})
