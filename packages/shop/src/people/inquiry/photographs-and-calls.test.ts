import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { PictureMaker } from '../../ports/picture-port.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { recordCall } from './admin/record-call.ts'
import { listPhotographs, showInquiry } from './admin/show-inquiry.ts'
import { sendInquiry } from './send-inquiry.ts'

const database = await testDatabase()
afterAll(() => database.close())
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
let n = 0
const question = (more: { photographs: { content: string }[] }) =>
  parseCallBody('POST /v1/contact/complete/mail', {
    name01: '白石',
    name02: '渚',
    kana01: 'しらいし',
    kana02: 'なぎさ',
    inquiry_category_id: 2,
    phone_number: '',
    content: '瓶が割れていました',
    email: `sender${++n}@example.com`,
    email_confirm: `sender${n}@example.com`,
    terms_agreed: true,
    privacy_agreed: true,
    idempotency_key: `photographs-${String(n).padStart(8, '0')}`,
    ...more,
  })

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const photographed = (photographs: { content: string }[]) => {
  const made: Uint8Array[] = []
  const photograph = async (content: Uint8Array) => {
    made.push(content)
    return { content: new Uint8Array([1, 2, 3]), width: 4, height: 5 }
  }
  const maker = { photograph } as unknown as PictureMaker
  const sent = sendInquiry(testContext(db, { ports: { picture_maker: maker } }), question({ photographs }))
  return { sent, made }
}

test('photographs are re-encoded, counted in the mail, and shown to operators who see personal data', async () => {
  const { inquiry_no } = await photographed([png, png].map((one) => ({ content: one.toString('base64') }))).sent
  const [row] = await db.select().from(inquiry).where(eq(inquiry.inquiry_no, inquiry_no))
  const { items } = await listPhotographs(await operatorContext(db), { id: row!.id })
  expect(items).toMatchObject(
    Array(2).fill({ width: 4, height: 5, content: Buffer.from([1, 2, 3]).toString('base64') }),
  )
  expect((await showInquiry(await operatorContext(db), { id: row!.id })).photograph_count).toBe(2)
  const masked = await operatorContext(db, 'viewer')
  expect(await listPhotographs(masked, { id: row!.id })).toEqual({ items: [] })
  expect((await loadQueuedMails(db)).some(({ text }) => text.includes('■ 写真\n2枚'))).toBe(true)
})

test.each<[string, Buffer[], string, string]>([
  [
    '11 MB together',
    [Buffer.concat([png, Buffer.alloc(6e6)]), Buffer.concat([png, Buffer.alloc(6e6)])],
    'photographs',
    '添付ファイルは合計10MB以内にしてください。',
  ],
  [
    'no picture',
    [png, Buffer.from('%PDF-1.7')],
    'photographs.1.content',
    '写真ではありません。JPEG・PNG・WebP・AVIFのファイルを選んでください。',
  ],
])('photographs are refused: %s', async (_, files, path, message) => {
  const before = await db.$count(inquiry)
  const { sent } = photographed(files.map((one) => ({ content: one.toString('base64') })))
  await expect(sent).rejects.toMatchObject({ status: 422, fields: [{ path, message }] })
  expect(await db.$count(inquiry)).toBe(before)
})

test('four photographs are refused by the form', () => {
  expect(() => question({ photographs: Array(4).fill({ content: '' }) })).toThrow('写真は3枚までです。')
})

test('a call is recorded as an inquiry by phone: waiting or answered, of a member or not, and nothing is sent', async () => {
  const desk = await operatorContext(db)
  const call = (more = {}) =>
    recordCall(desk, {
      customer_id: null,
      name: '白石 渚',
      phone_number: '09012345678',
      email: '',
      inquiry_category_id: 2,
      content: '届いた瓶が割れていたとのこと',
      is_waiting: true,
      ...more,
    })
  const before = await db.$count(outbox)
  const [open, answered] = [await call(), await call({ customer_id: hanako!.id, is_waiting: false })]
  const find = async (id: number) => showInquiry(desk, { id })
  expect(await find(open.id)).toMatchObject({
    inquiry_type_id: 2,
    inquiry_status_id: 1,
    waiting_since: expect.any(String),
  })
  expect(await find(answered.id)).toMatchObject({ inquiry_type_id: 2, inquiry_status_id: 3, customer_id: hanako!.id })
  expect(await db.$count(outbox)).toBe(before)
  await expect(call({ customer_id: 999_999 })).rejects.toMatchObject({ status: 404 })
  await expect(call({ inquiry_category_id: 99 })).rejects.toMatchObject({ status: 422 })
})
