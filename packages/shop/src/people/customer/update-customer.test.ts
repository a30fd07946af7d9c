import { access_token, consent_event, customer, one_time_token } from '@kushi/db/schema/customer'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listConsents } from '../../operation/membership/list-consents.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { loadQueuedMails, tokenIn } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { loadCustomer } from '../session/internal/load-customer.ts'
import { logIn } from '../session/log-in.ts'
import { listAddresses, updateAddress } from './addresses.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { requestPasswordReset, verifyPasswordResetLink } from './reset-password.ts'
import { revokeConsent } from './revoke-consent.ts'
import { updateCustomer } from './update-customer.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const clock = testClock()
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const { id, ...original } = hanako!
const ctx = testContext(db, { clock, customer_id: id })
const form = {
  name01: '白石',
  name02: '渚',
  kana01: 'しらいし',
  kana02: 'なぎさ',
  postal_code01: '060',
  postal_code02: '0001',
  pref_id: 1,
  addr01: '札幌市中央区北一条西',
  addr02: '１−２，',
  addr03: '',
  phone_number: '0110000000',
  birthday: '1990-05-01',
  sex: null,
  account_type: false,
  company_name: '椿野',
  company_name_kana: '',
  manager_name: '',
  manager_name_kana: '',
  mail_magazine_flag: false,
  line_magazine_flag: false,
}
const consents = async () =>
  (await db.select().from(consent_event).where(eq(consent_event.customer_id, id)).orderBy(asc(consent_event.id))).map(
    ({ channel, is_given }) => `${channel} ${is_given}`,
  )

beforeEach(async () => {
  for (const table of [rate_limit, outbox, one_time_token, access_token, consent_event]) await db.delete(table)
  const { shop_id: _, ...rest } = original
  await db.update(customer).set(rest).where(eq(customer.id, id))
})

test('a change of address or telephone is told to the member, and nothing else is', async () => {
  const save = (more: object) =>
    updateCustomer(ctx, { ...parseCallBody('PUT /v1/customer/{id}/update', { ...form, ...more }), id })
  await save({})
  const told = async () => (await loadQueuedMails(db)).map(({ subject, text }) => [subject, text])
  expect(await told()).toEqual([
    [
      expect.stringContaining('ご登録の内容を変更しました'),
      expect.stringContaining('ご住所とお電話番号が変更されました'),
    ],
  ])
  await db.delete(outbox)
  await save({ name01: '山口', birthday: '1991-05-01' })
  expect(await told()).toEqual([])
  await save({ name01: '山口', phone_number: '0110000001' })
  expect(await told()).toEqual([[expect.any(String), expect.stringContaining('ご登録のお電話番号が変更されました')]])
  // The mail names neither.
  expect(JSON.stringify(await told())).not.toMatch(/0110000001|札幌/)
  await db.delete(outbox)
  const [address] = (await listAddresses(ctx, {})).items
  await updateAddress(ctx, { ...address!, id: address!.id })
  expect(await told()).toEqual([])
  await updateAddress(ctx, { ...address!, addr02: '9-9', id: address!.id })
  expect(await told()).toEqual([[expect.any(String), expect.stringContaining('ご登録のお届け先が変更されました')]])
  await updateAddress(ctx, { ...address!, id: address!.id })
})

test('the form is stored normalised; e-mail, password, rank and LINE stay', async () => {
  const answer = await updateCustomer(ctx, { ...parseCallBody('PUT /v1/customer/{id}/update', form), id })
  expect(answer).toMatchObject({ name01: '白石', addr02: '1-2', company_name: null, email: 'hanako@example.com' })
  expect(answer).toEqual(await loadCustomer(ctx, id))
  const [row] = await db.select().from(customer).where(eq(customer.id, id))
  const { password_hash, customer_rank_id, line_id, where_did_you_know } = hanako!
  expect(row).toMatchObject({ password_hash, customer_rank_id, line_id, where_did_you_know })
  const business = {
    account_type: true,
    company_name_kana: 'つばきの',
    manager_name: '白石 渚',
    manager_name_kana: 'しらいし なぎさ',
  }
  expect(await updateCustomer(ctx, { ...form, ...business, id })).toMatchObject({ company_name: '椿野', ...business })
})

test.each([
  ['a birthday tomorrow', { birthday: '2026-11-22' }, 'birthday'],
  ['a business without a manager', { account_type: true }, 'manager_name'],
  ['a phone number of nine digits', { phone_number: '011000000' }, 'phone_number'],
])('refuses %s and changes nothing', async (_, more, path) => {
  const fields = expect.arrayContaining([expect.objectContaining({ path })])
  await expect(updateCustomer(ctx, { ...form, ...more, id })).rejects.toMatchObject({ status: 422, fields })
  expect(await loadCustomer(ctx, id)).toMatchObject({ name01: '山口' })
})

test('a stored phone number that predates the rule passes unchanged', async () => {
  await db.update(customer).set({ phone_number: '0467-00-000' }).where(eq(customer.id, id))
  const phone_number = '0467-00-000'
  expect(await updateCustomer(ctx, { ...form, phone_number, id })).toMatchObject({ phone_number })
})

test('only oneself, and only in one’s own shop', async () => {
  await expect(updateCustomer(ctx, { ...form, id: taro!.id })).rejects.toMatchObject({ status: 404 })
  await expect(updateCustomer({ ...ctx, shop_id: 3 }, { ...form, id })).rejects.toMatchObject({ status: 404 })
})

test('each consent and each withdrawal is recorded, with its channel and time', async () => {
  await updateCustomer(ctx, { ...form, id, mail_magazine_flag: true })
  await updateCustomer(ctx, { ...form, id, mail_magazine_flag: true, line_magazine_flag: true })
  const now = clock.now()
  const [row] = await db.select().from(customer).where(eq(customer.id, id))
  expect(row).toMatchObject({ mail_magazine_consented_at: now, line_magazine_consented_at: now })
  await updateCustomer(ctx, { ...form, id, line_magazine_flag: true })
  expect(await consents()).toEqual(['mail true', 'line true', 'mail false'])
  const [after] = await db.select().from(customer).where(eq(customer.id, id))
  expect(after).toMatchObject({ mail_magazine_consented_at: null, line_magazine_consented_at: now })
})

test('a consent keeps its address, screen, words and version; a press takes it back', async () => {
  await updateCustomer(ctx, { ...form, id, mail_magazine_flag: true, line_magazine_flag: true })
  const lead =
    '新商品やお得なお知らせをお送りします。いつでも止められます。ご注文や定期便の大切なご連絡は、設定にかかわらずお送りします。'
  expect((await listConsents(ctx, {})).items).toMatchObject([
    { name: 'LINEでのお知らせ', is_given: true, screen: '会員情報', wording: `${lead}LINEで受け取る` },
    {
      name: 'メールでのお知らせ',
      is_given: true,
      address: 'hanako@example.com',
      screen: '会員情報',
      wording: `${lead}メールで受け取る`,
      version: '2026-11',
    },
  ])
  await revokeConsent(ctx, { channel: 'mail' })
  await revokeConsent(ctx, { channel: 'mail' })
  const { items } = await listConsents(ctx, {})
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({ name: 'メールでのお知らせ', is_given: false, screen: '同意の記録', wording: null })
  expect(await loadCustomer(ctx, id)).toMatchObject({ mail_magazine_flag: false, line_magazine_flag: true })
  expect((await listConsents({ ...ctx, customer_id: taro!.id }, {})).items).toEqual([])
  expect((await listConsents({ ...ctx, shop_id: 3 }, {})).items).toEqual([])
})

const change = { email: 'New@Example.com', password: 'Tsubaki2026' }

test('a new e-mail counts once the link sent to it is opened; the old one is told twice', async () => {
  await requestPasswordReset(ctx, { email: 'hanako@example.com' })
  const resetLink = tokenIn((await loadQueuedMails(db))[0])
  expect(await requestEmailChange(ctx, change)).toEqual({ email: 'new@example.com' })
  expect(await loadCustomer(ctx, id)).toMatchObject({ email: 'hanako@example.com' })
  const [, confirm, asked] = await loadQueuedMails(db)
  expect([confirm!.to, asked!.to]).toEqual(['new@example.com', 'hanako@example.com'])
  expect(tokenIn(asked)).toBe('')
  const guest = testContext(db, { clock })
  expect(await confirmEmailChange(guest, { token: tokenIn(confirm) })).toEqual({ email: 'new@example.com' })
  await logIn(guest, { email: 'new@example.com', password: 'Tsubaki2026' })
  expect((await loadQueuedMails(db)).at(-1)).toMatchObject({
    to: 'hanako@example.com',
    subject: '【椿野】メールアドレスを変更しました',
  })
  await expect(confirmEmailChange(guest, { token: tokenIn(confirm) })).rejects.toMatchObject({ code: 8003 })
  // The old mailbox can't be used to take the account back.
  await expect(verifyPasswordResetLink(guest, { token: resetLink })).rejects.toMatchObject({ code: 8003 })
})

test('only the newest link works, for an hour', async () => {
  await requestEmailChange(ctx, change)
  await requestEmailChange(ctx, { ...change, email: 'newer@example.com' })
  const links = (await loadQueuedMails(db)).map(tokenIn).filter(Boolean)
  await expect(confirmEmailChange(ctx, { token: links[0]! })).rejects.toMatchObject({ code: 8003 })
  const later = { ...ctx, clock: { ...clock, now: () => new Date(clock.now().getTime() + 3_600_000) } }
  await expect(confirmEmailChange(later, { token: links[1]! })).rejects.toMatchObject({ code: 8002 })
  await expect(confirmEmailChange(ctx, { token: '' })).rejects.toMatchObject({ code: 8004 })
  await expect(verifyPasswordResetLink(ctx, { token: links[1]! })).rejects.toMatchObject({ code: 8004 })
  expect(await confirmEmailChange(ctx, { token: links[1]! })).toEqual({ email: 'newer@example.com' })
})

test.each([
  ['a wrong password', { password: 'Guess1234' }, 'ERROR_PASSWORD_WRONG', 'password'],
  ['the e-mail of another member', { email: 'taro@example.com' }, 'ERROR_EMAIL_REGISTERED', 'email'],
  ['the same e-mail', { email: 'HANAKO@example.com' }, 'ERROR_VALIDATION', 'email'],
])('an e-mail is not changed with %s', async (_, more, error, path) => {
  await expect(requestEmailChange(ctx, { ...change, ...more })).rejects.toMatchObject({ error, fields: [{ path }] })
  expect(await loadQueuedMails(db)).toEqual([])
})

test('a new member who registers with the e-mail meanwhile keeps it, and the link stays valid', async () => {
  await requestEmailChange(ctx, change)
  const token = tokenIn((await loadQueuedMails(db))[0])
  await db.update(customer).set({ email: 'new@example.com' }).where(eq(customer.id, taro!.id))
  await expect(confirmEmailChange(ctx, { token })).rejects.toMatchObject({ error: 'ERROR_EMAIL_REGISTERED' })
  await db.update(customer).set({ email: 'taro@example.com' }).where(eq(customer.id, taro!.id))
  expect(await confirmEmailChange(ctx, { token })).toEqual({ email: 'new@example.com' })
})
