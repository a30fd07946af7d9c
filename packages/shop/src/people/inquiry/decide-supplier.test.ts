import { customer, customer_address } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { customer_rank, shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { testContext } from '../../testing/context.ts'
import { parseListQuery } from '../../testing/operator.ts'
import { loadQueuedMails, tokenIn } from '../../testing/outbox.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { requireApprovedAccount } from '../customer/internal/require-approval.ts'
import { confirmPasswordReset } from '../customer/reset-password.ts'
import { logIn } from '../session/log-in.ts'
import { listAdminSupplierApplications as suppliersOfDesk } from './admin/suppliers.ts'
import { applyAsSupplier } from './apply-as-supplier.ts'
import { approveSupplier, listSupplierApplications, refuseSupplier } from './decide-supplier.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const ctx = testContext(db, { shop_id: 3 })
let n = 0
async function apply(email = `applicant${++n}@example.com`) {
  await db.delete(outbox)
  const { inquiry_no } = await applyAsSupplier(
    { ...ctx, ip: `203.0.113.${++n}` },
    parseCallBody('POST /v1/supplier/apply', {
      company_name: '(株)椿野商店(山口 花子)',
      name: '山口　花子',
      name_kana: 'やまぐち　はなこ',
      postal_code01: '100',
      postal_code02: '0005',
      pref_id: 13,
      addr01: '千代田区丸の内',
      addr02: '1-2',
      addr03: '',
      phone_number: '0300000000',
      site_url: '',
      content: '',
      email,
      email_confirm: email,
      terms_agreed: true,
      privacy_agreed: true,
      idempotency_key: `supplier-${String(++n).padStart(12, '0')}`,
    }),
  )
  return { inquiry_no, email }
}
const notApproved = { status: 403, error: 'ERROR_SUPPLIER_NOT_APPROVED' }

test('approved: an account of the application, invited by a link that works once, that may buy', async () => {
  const { inquiry_no, email } = await apply()
  const { customer_id, invited } = await approveSupplier(ctx, inquiry_no)
  expect(invited).toBe(true)
  const [row] = await db.select().from(customer).where(eq(customer.id, customer_id))
  expect(row).toMatchObject({
    email,
    name01: '山口',
    name02: '花子',
    kana02: 'はなこ',
    account_type: true,
    password_hash: null,
    company_name: '(株)椿野商店',
    manager_name: '山口 花子',
    approved_at: ctx.clock.now(),
  })
  expect(await db.$count(customer_address, eq(customer_address.customer_id, customer_id))).toBe(1)
  const invitation = (await loadQueuedMails(db)).at(-1)
  expect(invitation).toMatchObject({ to: email, subject: '【椿野 卸】お取引の審査が終わりました' })
  const inTenDays = {
    ...ctx,
    clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() + 10 * 86_400_000) },
  }
  const password = { password: 'Oroshi2026', password_confirm: 'Oroshi2026' }
  await confirmPasswordReset(inTenDays, { token: tokenIn(invitation), ...password })
  await logIn(ctx, { email, password: 'Oroshi2026' })
  await requireApprovedAccount({ ...ctx, customer_id })
  expect(await approveSupplier(ctx, inquiry_no)).toEqual({ customer_id, invited: false })
  expect((await listSupplierApplications(ctx)).at(-1)).toMatchObject({
    inquiry_no,
    decision: 'approved',
    company: '(株)椿野商店',
  })
})

test('in a shop with ranks the account begins with the first one', async () => {
  await db.update(shop).set({ customer_rank_use_flag: true }).where(eq(shop.id, 3))
  const [rank] = await db
    .insert(customer_rank)
    .values({ shop_id: 3, rank_name: '一般', discount_rate: 2, threshold_amount: 0, sort_no: 1 })
    .returning()
  const { inquiry_no } = await apply()
  const { customer_id } = await approveSupplier(ctx, inquiry_no)
  const [row] = await db.select().from(customer).where(eq(customer.id, customer_id))
  expect(row!.customer_rank_id).toBe(rank!.id)
})

test('approved twice before there is a password: the same account, a new link', async () => {
  const { inquiry_no } = await apply()
  const [first, second] = [await approveSupplier(ctx, inquiry_no), await approveSupplier(ctx, inquiry_no)]
  expect(second).toEqual(first)
  expect((await loadQueuedMails(db)).filter(({ subject }) => subject.includes('審査'))).toHaveLength(2)
})

test('two applications of one e-mail, approved at the same moment, are one account', async () => {
  const email = 'twice@example.com'
  const both = [await apply(email), await apply(email)]
  // Both transactions have found no account before the first one is made.
  let waiting = 0
  const { promise: together, resolve } = Promise.withResolvers<void>()
  const seen = async () => {
    waiting += 1
    if (waiting === 2) resolve()
    await together
  }
  const [first, second] = await Promise.all(
    both.map(({ inquiry_no }) => approveSupplier(ctx, inquiry_no, async () => seen())),
  )
  expect(second!.customer_id).toBe(first!.customer_id)
  expect(await db.$count(customer, and(eq(customer.shop_id, 3), eq(customer.email, email)))).toBe(1)
})

test('an approved application belongs to its account: erased with it, it is listed without text and makes no account again', async () => {
  const { inquiry_no } = await apply()
  const { customer_id } = await approveSupplier(ctx, inquiry_no)
  const theirs = and(eq(inquiry.shop_id, 3), eq(inquiry.customer_id, customer_id))
  expect(await db.select().from(inquiry).where(theirs)).toMatchObject([{ inquiry_no }])
  // The row as an erasure leaves it.
  await db
    .update(inquiry)
    .set({ name: '消去済み', name_kana: '', email: '', phone_number: '', detail: {} })
    .where(theirs)
  const manager = await newOperatorContext(ctx, '店長', 'manager')
  const { items } = await suppliersOfDesk(manager, parseListQuery('GET /admin/v1/suppliers', ''))
  expect(items.find((one) => one.inquiry_no === inquiry_no)).toMatchObject({
    company_name: '消去済み',
    address: '',
    site_url: '',
    decision: 'approved',
  })
  await expect(approveSupplier(ctx, inquiry_no)).rejects.toMatchObject({ status: 409 })
  expect(await db.$count(customer, and(eq(customer.shop_id, 3), eq(customer.email, '')))).toBe(0)
})

test('a role without personal data sees neither company nor site, because a sole trader’s contain a name', async () => {
  const { inquiry_no } = await apply()
  const [row] = await db.select().from(inquiry).where(eq(inquiry.inquiry_no, inquiry_no))
  const detail = { ...row!.detail, site_url: 'https://yamaguchi-hanako.example/' }
  await db.update(inquiry).set({ detail }).where(eq(inquiry.inquiry_no, inquiry_no))
  const seen = async (role: 'manager' | 'viewer') =>
    (
      await suppliersOfDesk(await newOperatorContext(ctx, role, role), parseListQuery('GET /admin/v1/suppliers', ''))
    ).items.find((one) => one.inquiry_no === inquiry_no)!
  expect(await seen('manager')).toMatchObject({ company_name: '(株)椿野商店', site_url: detail.site_url })
  expect(await seen('viewer')).toMatchObject({ company_name: '(＊＊', site_url: '＊＊(33文字)' })
})

test('refused: told once, no account; what was decided stays so', async () => {
  const { inquiry_no, email } = await apply()
  await refuseSupplier(ctx, inquiry_no)
  await refuseSupplier(ctx, inquiry_no)
  expect((await loadQueuedMails(db)).filter(({ subject }) => subject.includes('お申し込みについて'))).toHaveLength(1)
  await expect(approveSupplier(ctx, inquiry_no)).rejects.toMatchObject({ status: 409 })
  expect(await db.$count(customer, and(eq(customer.email, email), eq(customer.shop_id, 3)))).toBe(0)
})

test('an application of another shop, or none, is not found', async () => {
  const { inquiry_no } = await apply()
  await expect(approveSupplier({ ...ctx, shop_id: 2 }, inquiry_no)).rejects.toMatchObject({ status: 404 })
  await expect(refuseSupplier(ctx, 'Q0-NONE')).rejects.toMatchObject({ status: 404 })
})

test('with corporate_flag, a guest and a member who is not approved are refused; without it, no approval is needed', async () => {
  const [salon] = await db.select().from(customer).where(eq(customer.email, 'salon@example.com'))
  await requireApprovedAccount({ ...ctx, customer_id: salon!.id })
  await db.update(customer).set({ approved_at: null }).where(eq(customer.id, salon!.id))
  for (const customer_id of [null, salon!.id])
    await expect(requireApprovedAccount({ ...ctx, customer_id })).rejects.toMatchObject(notApproved)
  await requireApprovedAccount({ ...ctx, shop_id: 2, customer_id: null })
})
