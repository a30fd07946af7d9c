import { openDatabase } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import { operator } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import type { INQUIRY_DIRECTIONS } from '@kushi/values/inquiry-status'
import type { CorrespondenceChannel } from '@kushi/values/message'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { applyAsSupplier } from './apply-as-supplier.ts'
import { listMemberInquiries, showMemberInquiry } from './member-inquiries.ts'
import { sendInquiry } from './send-inquiry.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const ctx = testContext(db)
let n = 0
const person = () => ({
  email: `Sender${++n}@example.com`,
  email_confirm: `Sender${n}@example.com`,
  terms_agreed: true,
  privacy_agreed: true,
  idempotency_key: `inquiry-${String(n).padStart(12, '0')}`,
})
const question = (more = {}) =>
  parseCallBody('POST /v1/contact/complete/mail', {
    name01: '白石',
    name02: '渚，',
    kana01: 'しらいし',
    kana02: 'なぎさ',
    inquiry_category_id: 2,
    phone_number: '',
    content: '次回のお届けを、\n12月に延ばせますか？🙏',
    ...person(),
    ...more,
  })
const own = { email: hanako!.email, email_confirm: hanako!.email }
const application = (more = {}) =>
  parseCallBody('POST /v1/supplier/apply', {
    company_name: '(株)椿野商店(山口 花子)',
    name: '山口　花子',
    name_kana: 'やまぐち　はなこ',
    postal_code01: '100',
    postal_code02: '0005',
    pref_id: 13,
    addr01: '千代田区丸の内',
    addr02: '１−２',
    addr03: '',
    phone_number: '0300000000',
    site_url: '',
    content: '',
    ...person(),
    ...more,
  })

beforeEach(async () => {
  for (const table of [inquiry, outbox, rate_limit]) await db.delete(table)
})

test('an inquiry is kept open, with the words as they were typed; shop and sender get a mail', async () => {
  const { inquiry_no } = await sendInquiry({ ...ctx, customer_id: hanako!.id }, question(own))
  expect(inquiry_no).toMatch(/^Q261121-[2-9A-Z]{6}$/)
  const [row] = await db.select().from(inquiry)
  expect(row).toMatchObject({
    inquiry_no,
    inquiry_status_id: 1,
    inquiry_type_id: 1,
    kind: 'contact',
    customer_id: hanako!.id,
    inquiry_category: '定期便の変更・休止・解約について',
    name: '白石 渚',
    email: hanako!.email,
    content: '次回のお届けを、\n12月に延ばせますか？🙏',
    terms_version: '2026-04-01',
  })
  const [toShop, toSender] = await loadQueuedMails(db)
  expect(toShop).toMatchObject({ to: 'shop@example.com', subject: `お問い合わせ(${inquiry_no})` })
  expect(toShop!.text).toContain(`会員番号 ${hanako!.id}`)
  expect(toSender).toMatchObject({
    to: hanako!.email,
    subject: `【椿野】お問い合わせを承りました(${inquiry_no})`,
  })
  expect(toSender!.text).toContain('白石 渚 様')
  expect(toSender!.text).toContain('担当者より、3〜5営業日以内に')
  for (const mail of [toShop!, toSender!]) {
    expect(mail.text).toContain('次回のお届けを、\n12月に延ばせますか？🙏')
    expect(mail.text).not.toContain('電話番号')
  }
})

test('the days of a reply are those of the shop', async () => {
  await db.update(shop).set({ reply_days_min: 2, reply_days_max: 2 }).where(eq(shop.id, 2))
  try {
    await sendInquiry(ctx, question())
    const [, toSender] = await loadQueuedMails(db)
    expect(toSender!.text).toContain('担当者より、2営業日以内に')
  } finally {
    await db.update(shop).set({ reply_days_min: 3, reply_days_max: 5 }).where(eq(shop.id, 2))
  }
})

test.each([
  ['a guest', ctx, {}],
  ['a member with the address of another', { ...ctx, customer_id: hanako!.id }, {}],
])('%s sends nothing of their own to an address: the confirmation has no word of it', async (_, sender, more) => {
  const { inquiry_no } = await sendInquiry(
    sender,
    question({ ...more, name01: '当選', content: 'http://evil.example' }),
  )
  await applyAsSupplier(sender, application({ company_name: '当選商会', content: 'http://evil.example' }))
  const sent = (await loadQueuedMails(db)).filter(({ to }) => to.startsWith('sender'))
  expect(sent).toHaveLength(2)
  expect(sent[0]!.text).toContain(inquiry_no)
  for (const { subject, text } of sent) expect(subject + text).not.toMatch(/当選|evil|白石|山口/)
})

test('a category that the list lacks is refused', async () => {
  const refused = { status: 422, fields: [{ path: 'inquiry_category_id', message_id: 'cmn-err-002' }] }
  await expect(sendInquiry(ctx, question({ inquiry_category_id: 99 }))).rejects.toMatchObject(refused)
})

test('the same key is the same inquiry, also when it comes five times at once to two processes', async () => {
  const form = question()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => sendInquiry({ ...ctx, db: i % 2 ? db : second.db }, form)),
  )
  expect(new Set(answers.map((answer) => answer.inquiry_no)).size).toBe(1)
  expect(await db.$count(inquiry)).toBe(1)
  expect(await loadQueuedMails(db)).toHaveLength(2)
  const reused = { status: 409, error: 'ERROR_IDEMPOTENCY_KEY_REUSED' }
  await expect(sendInquiry(ctx, { ...form, content: '別の件' })).rejects.toMatchObject(reused)
  await sendInquiry({ ...ctx, shop_id: 3 }, form)
})

test('five an hour with one e-mail, twenty from one address, over two processes', async () => {
  const email = 'victim@example.com'
  for (let i = 0; i < 5; i++)
    await sendInquiry({ ...ctx, ip: `203.0.113.${i}` }, question({ email, email_confirm: email }))
  const again = { ...ctx, db: second.db, ip: '203.0.113.9' }
  await expect(
    sendInquiry(again, question({ email: 'VICTIM@example.com', email_confirm: 'VICTIM@example.com' })),
  ).rejects.toMatchObject({ status: 429 })
  const tries = Array.from({ length: 25 }, (_, i) => sendInquiry({ ...ctx, db: i % 2 ? db : second.db }, question()))
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})

test('an application keeps company and manager apart', async () => {
  const { inquiry_no } = await applyAsSupplier(
    { ...ctx, shop_id: 3 },
    application({ site_url: 'https://salon.example' }),
  )
  const [row] = await db.select().from(inquiry)
  expect(row).toMatchObject({
    kind: 'supplier',
    shop_id: 3,
    name: '山口 花子',
    name_kana: 'やまぐち はなこ',
    customer_id: null,
    detail: { company_name: '(株)椿野商店', manager_name: '山口 花子', addr02: '1-2', pref_id: 13 },
  })
  const [toShop, toSender] = await loadQueuedMails(db)
  expect(toShop).toMatchObject({ to: 'wholesale@example.com', subject: `卸のお取引のお申し込み(${inquiry_no})` })
  expect(toShop!.text).toContain('(株)椿野商店(山口 花子)')
  expect(toSender!.text).toContain(inquiry_no)
  expect(toShop!.text).toContain('〒100-0005\n東京都千代田区丸の内1-2')
})

test('a member reads their own inquiries with the answers, without the shop’s notes, and no other member’s', async () => {
  const member = { ...ctx, customer_id: hanako!.id }
  const { inquiry_no } = await sendInquiry(member, question(own))
  await sendInquiry(ctx, question(own))
  const [row] = await db.select().from(inquiry).where(eq(inquiry.inquiry_no, inquiry_no))
  const [colleague] = await db
    .insert(operator)
    .values({ email: 'mori@example.com', name: '森', created_at: ctx.clock.now() })
    .returning()
  const said = (
    direction: (typeof INQUIRY_DIRECTIONS)[number],
    channel: CorrespondenceChannel | null,
    body: string,
    hour: number,
  ) => ({
    shop_id: 2,
    inquiry_id: row!.id,
    operator_id: colleague!.id,
    direction,
    channel,
    body,
    created_at: new Date(`2026-11-21T${hour}:00:00+09:00`),
  })
  await db
    .insert(inquiry_message)
    .values([
      said('in', 'phone', '急いでいます', 13),
      said('note', null, '常連の方', 14),
      said('out', 'mail', '延ばせます', 15),
    ])
  await db.update(inquiry).set({ inquiry_status_id: 5 }).where(eq(inquiry.id, row!.id))
  const list = await listMemberInquiries(member, { page: 1, per_page: 20 })
  expect(list).toMatchObject({
    total: 1,
    items: [{ inquiry_no, inquiry_status_id: 2, answered_at: '2026-11-21T06:00:00.000Z' }],
  })
  const one = await showMemberInquiry(member, { inquiry_no })
  expect(one.messages).toMatchObject([
    { is_from_shop: false, channel: 'phone', body: '急いでいます' },
    { is_from_shop: true, channel: 'mail', body: '延ばせます' },
  ])
  expect(one.next_status_ids).toEqual([6])
  await expect(showMemberInquiry({ ...member, shop_id: 3 }, { inquiry_no })).rejects.toMatchObject({ status: 404 })
  await expect(showMemberInquiry({ ...member, customer_id: hanako!.id + 1 }, { inquiry_no })).rejects.toMatchObject({
    status: 404,
  })
})
