import { randomUUID } from 'node:crypto'
import type { MemberUpdateForm } from '@kushi/contract/form/member-update'
import type { Tx } from '@kushi/db/connect'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { unreachableEmail } from '../../../messaging/message/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { recordSecurityEvent } from '../../session/index.ts'
import { loadInitialRank } from './choices-of-shop.ts'
import { recordConsent } from './record-consent.ts'

type Companies = 'company_name' | 'company_name_kana' | 'manager_name' | 'manager_name_kana'
type NewMember = Omit<MemberUpdateForm, Companies> & Record<Companies, string | null>

/** Replaces empty company fields by null. */
export const nullEmptyCompanyFields = (form: Record<Companies, string>) => ({
  company_name: form.company_name || null,
  company_name_kana: form.company_name_kana || null,
  manager_name: form.manager_name || null,
  manager_name_kana: form.manager_name_kana || null,
})

/**
 * Inserts a member whom an operator registers, singly or by CSV import, without a password. The member sets one by
 * 「パスワードをお忘れの方」. `email` null: they have none. In a shop with `corporate_flag` the account is approved at once.
 * Returns the id.
 * @throws ShopError 422 for another member's e-mail
 */
export async function addMember(
  tx: Tx,
  ctx: OperatorQueryContext,
  form: NewMember,
  email: string | null,
  screen: 'operator' | 'moved_in',
): Promise<number> {
  const { shop_id, clock } = ctx
  const { line_magazine_flag: _, ...own } = form
  const created_at = clock.now()
  const row = { ...own, shop_id, created_at }
  const [of] = await tx.select({ corporate_flag: shop.corporate_flag }).from(shop).where(eq(shop.id, shop_id))
  const [added] = await tx
    .insert(customer)
    .values({
      ...row,
      email: email ?? `new:${randomUUID()}`,
      ...(await loadInitialRank(tx, shop_id)),
      approved_at: of!.corporate_flag ? created_at : null,
      mail_magazine_consented_at: own.mail_magazine_flag ? created_at : null,
    })
    .onConflictDoNothing()
    .returning({ id: customer.id })
  if (!added) throw emailTakenError()
  const { id } = added
  if (email === null)
    await tx
      .update(customer)
      .set({ email: unreachableEmail(id) })
      .where(and(eq(customer.shop_id, shop_id), eq(customer.id, id)))
  const silent = { mail_magazine_flag: false, line_magazine_flag: false }
  const chosen = { ...silent, mail_magazine_flag: own.mail_magazine_flag }
  await recordConsent(tx, ctx, { shop_id, id }, silent, chosen, screen)
  await recordSecurityEvent(ctx, 'registered', id, tx)
  await tx.insert(customer_address).values({ ...row, customer_id: id, is_default: true })
  return id
}

/** Returns the error 422 for an e-mail of another member, for operators. */
export const emailTakenError = () =>
  invalidFields([{ path: 'email', message_id: 'cmn-err-003', message: 'ほかの会員のメールアドレスです。' }])

/**
 * Writes to the audit log which fields of a member changed. Leaves out their values: the log is never erased, but
 * members may ask for erasure.
 */
export const auditChangedMemberFields = (tx: Tx, ctx: OperatorQueryContext, id: number, fields: string[]) =>
  recordAudit(tx, ctx, { subject: 'customer', subject_id: id, subject_name: `会員${id}`, after: { fields } })
