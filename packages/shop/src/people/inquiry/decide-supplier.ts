import type { Tx } from '@kushi/db/connect'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { INQUIRY_STATUS } from '@kushi/values/inquiry-status'
import { and, asc, eq } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import {
  composeMail,
  enqueueMail,
  personalAddresseeText,
  type QueuedMail,
  type SenderShop,
} from '../../messaging/message/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { loadInitialRank } from '../customer/index.ts'
import { hashToken, issueLinkToken } from '../session/index.ts'

const INVITATION_DAYS = 14

type Row = typeof inquiry.$inferSelect
/** Runs in the same transaction, for example to write an audit entry. */
type SupplierHook = (tx: Tx, row: Row) => Promise<void>
/** Company and address of a wholesale application, in the column `detail` of the inquiry. */
export type SupplierApplicationDetail = Record<
  'company_name' | 'site_url' | 'manager_name' | 'postal_code01' | 'postal_code02' | 'addr01' | 'addr02' | 'addr03',
  string
> & {
  pref_id: number
}

/** 卸のお取引のお申し込み with the shop's decision, oldest first. */
export async function listSupplierApplications(ctx: Context) {
  const rows = await ctx.db
    .select()
    .from(inquiry)
    .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.kind, 'supplier')))
    .orderBy(asc(inquiry.id))
    .limit(1000)
  return rows.map(({ inquiry_no, created_at, name, email, decision, detail }) => ({
    inquiry_no,
    applied: created_at.toISOString().slice(0, 10),
    company: detail.company_name,
    name,
    email,
    decision: decision ?? 'open',
  }))
}

/**
 * Approves an application: makes an account from it, or approves the existing account with its e-mail, and sends the
 * applicant a one-time link to set a password. A repeated call sends a new link as long as there is no password.
 * @throws ShopError 404 for an unknown number, 409 for an application that was refused, or erased with its account
 */
export async function approveSupplier(
  ctx: Context,
  inquiry_no: string,
  also?: SupplierHook,
): Promise<{ customer_id: number; invited: boolean }> {
  const approve = () => ctx.db.transaction((tx) => approveIn(tx, ctx, inquiry_no, also))
  const done = await approve().catch((error: unknown) => {
    // A concurrent application with this e-mail made the account; the second try finds it.
    if (isUniqueViolation(error)) return approve()
    throw error
  })
  return done
}

async function approveIn(tx: Tx, ctx: QueryContext, inquiry_no: string, also?: SupplierHook) {
  const row = await lock(tx, ctx, inquiry_no, 'approved', null)
  await also?.(tx, row)
  const account = (await accountOf(tx, ctx, row)) ?? (await addAccount(tx, ctx, row))
  // From now on the application belongs to the account, so that disclosure and erasure include it.
  await tx.update(inquiry).set({ customer_id: account.id }).where(sameRowCondition(inquiry, row))
  if (account.password_hash !== null) return { customer_id: account.id, invited: false }
  const token = await issueLinkToken(
    tx,
    ctx,
    { purpose: 'reset_password', customer_id: account.id },
    INVITATION_DAYS * 1440,
  )
  const url = `${shopUrl(ctx.settings, ctx.shop_id)}/sh/passreset?token=${token}`
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  const key = `supplier:${hashToken(token).toString('hex')}`
  const mail = await invitationMail(tx, seller, row, url)
  await enqueueMail(tx, ctx.shop_id, key, mail, { customer_id: account.id })
  return { customer_id: account.id, invited: true }
}

/**
 * Refuses an application, with a reason for operators only; notifies the applicant by mail, once.
 * @throws ShopError 404, 409 for one that was approved
 */
export async function refuseSupplier(
  ctx: Context,
  inquiry_no: string,
  reason: string | null = null,
  also?: SupplierHook,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lock(tx, ctx, inquiry_no, 'refused', reason)
    await also?.(tx, row)
    const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
    await enqueueMail(tx, ctx.shop_id, `supplier-refused:${inquiry_no}`, await refusalMail(tx, seller, row))
  })
}

/** Locks the application and saves the decision; repeating the same decision is allowed. */
async function lock(
  tx: Tx,
  ctx: QueryContext,
  inquiry_no: string,
  decision: 'approved' | 'refused',
  reason: string | null,
): Promise<Row> {
  const mine = and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.inquiry_no, inquiry_no), eq(inquiry.kind, 'supplier'))
  const [row] = await tx.select().from(inquiry).where(mine).for('update')
  if (!row) throw notFound()
  if (row.email === '')
    throw new ShopError(
      409,
      'ERROR_SUPPLIER_DECIDED',
      'この申し込みの個人情報は消去済みです。改めてお申し込みが必要です。',
    )
  if (row.decision !== null && row.decision !== decision)
    throw new ShopError(
      409,
      'ERROR_SUPPLIER_DECIDED',
      `この申し込みは、すでに${row.decision === 'approved' ? '承認' : 'お断り'}済みです。`,
    )
  await tx
    .update(inquiry)
    .set({
      decision,
      decision_reason: reason ?? row.decision_reason,
      inquiry_status_id: INQUIRY_STATUS.done,
      waiting_since: null,
      updated_at: ctx.clock.now(),
    })
    .where(mine)
  return row
}

const columns = { id: customer.id, password_hash: customer.password_hash }

/** The applicant's account if there is one; approves it now if it was not. */
async function accountOf(tx: Tx, ctx: QueryContext, { email }: Row) {
  const mine = and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, email))
  const [known] = await tx.select({ approved_at: customer.approved_at }).from(customer).where(mine).for('no key update')
  if (!known) return null
  const approved_at = known.approved_at ?? ctx.clock.now()
  const [account] = await tx.update(customer).set({ approved_at }).where(mine).returning(columns)
  return account ?? null
}

async function addAccount(tx: Tx, ctx: QueryContext, row: Row) {
  const { company_name, manager_name, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } =
    row.detail as SupplierApplicationDetail
  const [name01 = '', ...rest] = row.name.split(' ')
  const [kana01 = '', ...kana] = row.name_kana.split(' ')
  const created_at = ctx.clock.now()
  const party = {
    shop_id: ctx.shop_id,
    name01,
    name02: rest.join(''),
    kana01,
    kana02: kana.join(''),
    postal_code01,
    postal_code02,
    pref_id,
    addr01,
    addr02,
    addr03,
    phone_number: row.phone_number,
    created_at,
  }
  const [account] = await tx
    .insert(customer)
    .values({
      ...party,
      ...(await loadInitialRank(tx, ctx.shop_id)),
      email: row.email,
      password_hash: null,
      account_type: true,
      approved_at: created_at,
      company_name,
      manager_name: manager_name || row.name,
      manager_name_kana: row.name_kana,
    })
    .returning(columns)
  await tx.insert(customer_address).values({ ...party, customer_id: account!.id, is_default: true })
  return account!
}

const invitationMail = async (tx: Tx, seller: SenderShop, row: Row, url: string): Promise<QueuedMail> => ({
  ...(await composeMail(tx, seller, 'supplier_approved', row, { 宛名: personalAddresseeText(row.name), URL: url })),
  is_secret: true,
})

const refusalMail = async (tx: Tx, seller: SenderShop, row: Row): Promise<QueuedMail> => ({
  ...(await composeMail(tx, seller, 'supplier_refused', row, { 宛名: personalAddresseeText(row.name) })),
})
