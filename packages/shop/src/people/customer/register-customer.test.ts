import { openDatabase } from '@kushi/db/connect'
import { verifyPassword } from '@kushi/db/password'
import { access_token, customer, customer_address, security_event } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { consumeLimit } from '../../foundation/limit/consume-limit.ts'
import { testContext } from '../../testing/context.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { hashToken } from '../session/internal/token.ts'
import { logIn } from '../session/log-in.ts'
import { findSession } from '../session/session.ts'
import { listAddresses } from './addresses.ts'
import { checkEmailRegistered } from './check-mail.ts'
import { registerCustomer } from './register-customer.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const ctx = testContext(db)
// A shop for consumers; a shop for companies has its own tests.
await db.update(shop).set({ corporate_flag: false })
let n = 0
const form = (more: object = {}) => ({
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
  email: `nagisa${++n}@example.com`,
  password: 'Nagisa123',
  birthday: '1990-05-01',
  sex: 2 as const,
  account_type: false,
  company_name: '',
  company_name_kana: '',
  manager_name: '',
  manager_name_kana: '',
  where_did_you_know: 9,
  mail_magazine_flag: false,
  adcd: null,
  abmtcd: null,
  ad_user_id: null,
  idempotency_key: `registration-${String(n).padStart(4, '0')}`,
  ...more,
})
const rowOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!

beforeEach(() => db.delete(rate_limit))

test('a member, their default address and a session', async () => {
  const ad = { adcd: 'leaflet7', abmtcd: 'm1', ad_user_id: 'u1' }
  const input = form({
    ...ad,
    email: 'Nagisa@Example.com',
    addr02: '１−２，',
    addr03: 'ビル,3',
    mail_magazine_flag: true,
  })
  const answer = await registerCustomer(ctx, parseCallBody('POST /v1/customer/new', input))
  const { id } = answer.customer
  expect(answer.customer).toMatchObject({ email: 'nagisa@example.com', addr02: '1-2', rank_name: 'つぼみ' })
  expect(await rowOf(id)).toMatchObject(ad)
  expect(answer.customer).not.toHaveProperty('password_hash')
  expect(await findSession(db, ctx.clock, 2, hashToken(answer.access_token))).toEqual({ customer_id: id })
  const { items } = await listAddresses({ ...ctx, customer_id: id }, {})
  expect(items).toMatchObject([
    { is_default: true, addr02: '1-2', addr03: 'ビル3', name01: '白石', delivery_notes: '' },
  ])
  const row = await rowOf(id)
  expect(await verifyPassword('Nagisa123', row.password_hash!)).toBe(true)
  expect(row).toMatchObject({ shop_id: 2, birthday: '1990-05-01', mail_magazine_consented_at: ctx.clock.now() })
  await logIn(ctx, { email: 'NAGISA@example.com', password: 'Nagisa123' })
})

test('what filled in the field that people do not see is no member, and is counted; without it the same form is one', async () => {
  const input = form({ website: 'https://spam.example' })
  const refused = () => db.$count(security_event, eq(security_event.event, 'register_refused'))
  const before = await refused()
  await expect(registerCustomer(ctx, input)).rejects.toMatchObject({ status: 422, error: 'ERROR_REGISTER_REFUSED' })
  expect(await refused()).toBe(before + 1)
  expect(await db.$count(customer, eq(customer.email, input.email))).toBe(0)
  await expect(registerCustomer(ctx, { ...input, website: '' } as never)).resolves.toHaveProperty('access_token')
})

test('no consent, no time of consent; no ranks, no rank; no business, no company', async () => {
  const company = {
    company_name: '椿野',
    company_name_kana: 'つばきの',
    manager_name: '白石',
    manager_name_kana: 'しらいし',
  }
  const { customer: person } = await registerCustomer({ ...ctx, shop_id: 3 }, form(company))
  expect(await rowOf(person.id)).toMatchObject({
    shop_id: 3,
    mail_magazine_consented_at: null,
    customer_rank_id: null,
    company_name: null,
    manager_name_kana: null,
  })
  const { customer: business } = await registerCustomer(ctx, form({ ...company, account_type: true }))
  expect(business).toMatchObject({ account_type: true, ...company })
})

test.each([
  ['an e-mail in other letters', { email: 'HANAKO@example.com' }, 'ERROR_EMAIL_REGISTERED', 'email', 'cmn-err-012'],
  [
    'an e-mail confirmed as another',
    { email_confirm: 'x@example.com' },
    'ERROR_VALIDATION',
    'email_confirm',
    'cmn-err-015',
  ],
  ['a short password', { password: 'Nagi1' }, 'ERROR_VALIDATION', 'password', 'cmn-err-014'],
  [
    'a password confirmed as another',
    { password_confirm: 'Nagisa124' },
    'ERROR_VALIDATION',
    'password_confirm',
    'cmn-err-015',
  ],
  ['a birthday tomorrow', { birthday: '2026-11-22' }, 'ERROR_VALIDATION', 'birthday', 'invalid'],
  ['a business without a company', { account_type: true }, 'ERROR_VALIDATION', 'company_name', 'cmn-err-001'],
  [
    'an answer not in the list',
    { where_did_you_know: 2 ** 40 },
    'ERROR_VALIDATION',
    'where_did_you_know',
    'cmn-err-002',
  ],
])('refuses %s, with its field, and writes nothing', async (_, more, error, path, message_id) => {
  const before = await db.$count(customer)
  const fields = expect.arrayContaining([expect.objectContaining({ path, message_id })])
  await expect(registerCustomer(ctx, form(more))).rejects.toMatchObject({ status: 422, error, fields })
  expect(await db.$count(customer)).toBe(before)
})

test('a shop for companies has no registration: its accounts come from approved applications', async () => {
  await db.update(shop).set({ corporate_flag: true }).where(eq(shop.id, 3))
  const refused = { status: 403, error: 'ERROR_SUPPLIER_NOT_APPROVED' }
  await expect(registerCustomer({ ...ctx, shop_id: 3 }, form())).rejects.toMatchObject(refused)
  await db.update(shop).set({ corporate_flag: false }).where(eq(shop.id, 3))
})

test('the same e-mail may be a member of another shop', async () => {
  const input = form()
  const here = await registerCustomer(ctx, input)
  const there = await registerCustomer({ ...ctx, shop_id: 3 }, input)
  expect(there.customer.id).not.toBe(here.customer.id)
})

test('a lost answer can be asked for again: the same member in a new session', async () => {
  const input = form()
  const first = await registerCustomer(ctx, input)
  const again = await registerCustomer(ctx, { ...input, email: input.email.toUpperCase() })
  expect(again.customer).toEqual(first.customer)
  expect(again.access_token).not.toBe(first.access_token)
  expect(await db.$count(customer_address, eq(customer_address.customer_id, first.customer.id))).toBe(1)
})

test('the key with another body is refused, and changes nothing', async () => {
  const input = form()
  const { customer: first } = await registerCustomer(ctx, input)
  const tokens = await db.$count(access_token)
  const reused = { status: 409, error: 'ERROR_IDEMPOTENCY_KEY_REUSED' }
  for (const other of [{ addr02: '9-9' }, { mail_magazine_flag: true }, { birthday: null }])
    await expect(registerCustomer(ctx, { ...input, ...other })).rejects.toMatchObject(reused)
  expect(await db.$count(access_token)).toBe(tokens)
  expect((await registerCustomer(ctx, { ...input, adcd: 'later' })).customer).toEqual(first)
})

test('the key alone opens nothing', async () => {
  const input = form()
  await registerCustomer(ctx, input)
  const tokens = await db.$count(access_token)
  const registered = { error: 'ERROR_EMAIL_REGISTERED' }
  await expect(registerCustomer(ctx, { ...input, password: 'Guess1234' })).rejects.toMatchObject(registered)
  await expect(registerCustomer(ctx, form({ email: input.email }))).rejects.toMatchObject(registered)
  const otherMail = { ...input, email: 'other@example.com' }
  await expect(registerCustomer(ctx, otherMail)).rejects.toMatchObject({ error: 'ERROR_IDEMPOTENCY_KEY_REUSED' })
  expect(await db.$count(access_token)).toBe(tokens)
})

test('guessing a password through the key is limited as a login is', async () => {
  const input = form()
  await registerCustomer(ctx, input)
  const guess = () => registerCustomer({ ...ctx, ip: '203.0.113.9' }, { ...input, password: 'Guess1234' })
  for (let i = 0; i < 10; i++) await expect(guess()).rejects.toMatchObject({ status: 422 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
})

test('the same form five times at once, to two processes: one member, five sessions', async () => {
  const input = form()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => registerCustomer({ ...ctx, db: i % 2 ? db : second.db }, input)),
  )
  expect(new Set(answers.map((answer) => answer.customer.id)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(5)
})

test('two visitors register the same e-mail at once: one succeeds, the other is refused', async () => {
  const results = await Promise.allSettled([1, 2].map(() => registerCustomer(ctx, form({ email: 'both@example.com' }))))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { error: 'ERROR_EMAIL_REGISTERED' },
  })
})

test('registrations from one address are limited, widely: mobile carriers share addresses', async () => {
  for (let i = 0; i < 300; i++) await consumeLimit(ctx, 'register', { address: ctx.ip })
  await expect(registerCustomer(ctx, form())).rejects.toMatchObject({ status: 429 })
  await registerCustomer({ ...ctx, ip: '203.0.113.8' }, form())
})

test('the owner of the e-mail is notified, with the way to take over the account; a known password is refused', async () => {
  const { email } = (await registerCustomer(ctx, form())).customer
  const [mail] = (await loadQueuedMails(db)).filter(({ to }) => to === email)
  expect(mail!.text).toContain('http://localhost:3000/sh/forget')
  expect(mail!.text).toContain('LINEの連携は、すべて解除されます')
  const refused = { status: 422, fields: [{ path: 'password', message_id: 'password_common' }] }
  await expect(registerCustomer(ctx, form({ password: 'Qwerty123' }))).rejects.toMatchObject(refused)
})

test('mail/check knows members of this shop in any letters, thirty times in ten minutes', async () => {
  const check = (email: string, shop_id = 2) => checkEmailRegistered({ ...ctx, shop_id }, { email })
  expect(await check('Hanako@example.com')).toEqual({ is_registered: true })
  expect(await check('nobody@example.com')).toEqual({ is_registered: false })
  expect(await check('hanako@example.com', 3)).toEqual({ is_registered: false })
  for (let i = 0; i < 28; i++) await check('nobody@example.com')
  const refused = { status: 429 }
  await expect(check('nobody@example.com')).rejects.toMatchObject(refused)
  // A different phone behind the same carrier address. A collector who changes e-mails is limited by IP address.
  const email = 'nobody@example.com'
  for (let n = 0; n < 120; n++) await checkEmailRegistered({ ...ctx, user_agent: `browser ${n % 60}` }, { email })
  await expect(checkEmailRegistered({ ...ctx, user_agent: 'one more' }, { email })).rejects.toMatchObject(refused)
})
