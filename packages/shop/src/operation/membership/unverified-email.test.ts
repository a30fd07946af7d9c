import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { confirmEmailChange, requestEmailVerification } from '../../people/customer/change-email.ts'
import { registerCustomer } from '../../people/customer/register-customer.ts'
import { confirmPasswordReset, requestPasswordReset } from '../../people/customer/reset-password.ts'
import { updateCustomer } from '../../people/customer/update-customer.ts'
import { sendInquiry } from '../../people/inquiry/send-inquiry.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { testContext } from '../../testing/context.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { insertSubscriptionRow } from '../../testing/rows.ts'
import { previewMerge } from './admin/preview-merge.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = testContext(db)
const support = await operatorContext(db, 'support')
beforeEach(() => db.delete(rate_limit))

/** What a stranger would like the shop to say for them. */
const TEXT = '毒入りの文'
const stranger = (n: number, more: object = {}) => ({
  name01: TEXT,
  name02: TEXT,
  kana01: 'どく',
  kana02: 'いり',
  postal_code01: '060',
  postal_code02: '0001',
  pref_id: 1,
  addr01: `札幌市${TEXT}`,
  addr02: TEXT,
  addr03: TEXT,
  phone_number: '09012345678',
  email: `owner${n}@example.com`,
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
  idempotency_key: `unverified-${String(n).padStart(6, '0')}`,
  ...more,
})
const registered = async (n: number, more: object = {}) =>
  (await registerCustomer(ctx, parseCallBody('POST /v1/customer/new', stranger(n, more)))).customer.id
const rowOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!
const mailsTo = async (email: string) => (await loadQueuedMails(db)).filter(({ to }) => to === email)
const tokenIn = (text: string) => /\/email-change\?token=([\w-]+)/.exec(text)![1]!
const question = (email: string, n: number) =>
  parseCallBody('POST /v1/contact/complete/mail', {
    name01: TEXT,
    name02: TEXT,
    kana01: 'どく',
    kana02: 'いり',
    email,
    email_confirm: email,
    inquiry_category_id: 2,
    phone_number: '',
    content: TEXT,
    terms_agreed: true,
    privacy_agreed: true,
    idempotency_key: `unverified-inquiry-${n}`,
  })

test('until a link is opened no mail to an address carries what was typed beside it; afterwards it does', async () => {
  const id = await registered(1)
  const member = withMemberActor({ ...ctx, customer_id: id }, id)
  const other = { ...kamakuraAddress, name01: TEXT, addr02: TEXT, addr03: TEXT }
  await placeOrder(
    member,
    await confirmedOrderInput(member, testOrderDraft({ shipping_address: other, delivery_notes: TEXT })),
  )
  await sendInquiry(member, question('owner1@example.com', 1))
  const { email: _email, password: _password, idempotency_key: _key, ...profile } = stranger(1)
  const form = { ...profile, name02: `${TEXT}二`, line_magazine_flag: false }
  await updateCustomer(member, { ...parseCallBody('PUT /v1/customer/{id}/update', form), id })
  const before = await mailsTo('owner1@example.com')
  expect(before.map(({ subject }) => subject)).toEqual([
    '【椿野】会員登録が完了しました',
    expect.stringContaining('ご注文ありがとうございます'),
    expect.stringContaining('お問い合わせを承りました'),
  ])
  for (const mail of before) expect(JSON.stringify(mail)).not.toContain(TEXT)
  expect(before[1]!.text).toContain('お届け予定日')

  await confirmEmailChange(ctx, { token: tokenIn(before[0]!.text) })
  expect((await rowOf(id)).email_verified_at).toEqual(ctx.clock.now())
  await db.delete(outbox)
  await sendInquiry(member, question('owner1@example.com', 2))
  const [after] = await mailsTo('owner1@example.com')
  expect(after!.text).toContain(TEXT)
})

test('the link comes again on request, once verified not; only the newest works; a reset verifies too', async () => {
  const id = await registered(2)
  const member = withMemberActor({ ...ctx, customer_id: id }, id)
  const [first] = await mailsTo('owner2@example.com')
  await db.delete(outbox)
  await requestEmailVerification(member, {})
  const [again] = await mailsTo('owner2@example.com')
  await expect(confirmEmailChange(ctx, { token: tokenIn(first!.text) })).rejects.toMatchObject({ code: 8003 })
  expect(await confirmEmailChange(ctx, { token: tokenIn(again!.text) })).toEqual({ email: 'owner2@example.com' })
  await db.delete(outbox)
  await requestEmailVerification(member, {})
  expect(await mailsTo('owner2@example.com')).toEqual([])

  const third = await registered(3)
  await db.delete(outbox)
  await requestPasswordReset(ctx, { email: 'owner3@example.com' })
  const [reset] = await mailsTo('owner3@example.com')
  expect(JSON.stringify(reset)).not.toContain(TEXT)
  const token = /token=([\w-]+)/.exec(reset!.text)![1]!
  await confirmPasswordReset(ctx, { token, password: 'Tsubaki2027', password_confirm: 'Tsubaki2027' } as never)
  expect((await rowOf(third)).email_verified_at).toEqual(ctx.clock.now())
})

const merge = (id: number, other_id: number) => mergeWithIdentityChecks(support, id, other_id)
const refused = { status: 409, error: 'ERROR_MERGE_REFUSED' }

test('a stranger with a member’s name and phone, and their own LINE, gets nothing of a merge, in either direction', async () => {
  const [victim] = (await insertMembers(db, 1, { phone_number: '09012345678' })) as [number]
  const thief = await registered(4)
  const line_id = `U${'f'.repeat(32)}`
  await db.update(customer).set({ line_id, gmo_id: 'thief' }).where(eq(customer.id, thief))
  await db
    .insert(line_friend)
    .values({ shop_id: 2, line_user_id: line_id, friend_status_id: 4, updated_at: new Date() })
  await expect(merge(thief, victim)).rejects.toMatchObject(refused)
  expect(await previewMerge(support, { id: victim, other_id: thief })).toMatchObject({ line: null, cards: null })

  const own = await insertSubscriptionRow(db, await rowOf(thief))
  await expect(merge(victim, thief)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('定期便') })
  await db.execute(`delete from subscription_order_item where subscription_id = ${own}`)
  await db.execute(`delete from subscription where id = ${own}`)

  await db.delete(outbox)
  await merge(victim, thief)
  expect(await rowOf(victim)).toMatchObject({ line_id: null, gmo_id: null })
  const { email } = await rowOf(victim)
  const mails = (await loadQueuedMails(db)).filter(({ subject }) => subject.includes('一つにまとめました'))
  expect(mails.map(({ to }) => to).sort()).toEqual([email, 'owner4@example.com'].sort())
  expect(JSON.stringify(mails)).not.toContain(TEXT)
})

test('even a verified address of a stranger brings no LINE into another’s account', async () => {
  const [victim, thief] = (await insertMembers(db, 2)) as [number, number]
  await db.update(customer).set({ line_id: 'U-thief' }).where(eq(customer.id, thief))
  await merge(victim, thief)
  expect((await rowOf(victim)).line_id).toBeNull()
  expect(await db.$count(customer, eq(customer.line_id, 'U-thief'))).toBe(0)
})
