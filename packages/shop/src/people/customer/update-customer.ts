import { memberFailures } from '@kushi/contract/form/member-rules'
import { phoneRuleOfMember } from '@kushi/contract/form/member-update'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { publishEvent } from '../../messaging/webhook/index.ts'
import { invalidFields, notFound } from '../../shop-error.ts'
import { loadCustomer, requireConfirmedDevice } from '../session/index.ts'
import { changedContactLabels, notifyProfileChange } from './internal/profile-changed-mail.ts'
import { recordConsent } from './internal/record-consent.ts'
import { normalizeProfile } from './rules/normalize-member.ts'

/** 会員情報の変更. Addresses in the address book and running subscriptions stay as they are. */
export const updateCustomer: Handler<'PUT /v1/customer/{id}/update'> = async (ctx, { id, ...form }) => {
  if (id !== ctx.customer_id) throw notFound()
  const member = normalizeProfile(form)
  await ctx.db.transaction(async (tx) => {
    const mine = and(eq(customer.id, id), eq(customer.shop_id, ctx.shop_id))
    const [before] = await tx.select().from(customer).where(mine).for('no key update')
    if (!before) throw notFound()
    const phone = phoneRuleOfMember(before.phone_number)(member.phone_number)
    if (ctx.acting) refuseNewConsent(before, member)
    const failures = [
      ...memberFailures(member, ctx.clock.today()),
      ...(phone ? [{ path: 'phone_number', ...phone }] : []),
    ]
    if (failures.length > 0) throw invalidFields(failures)
    const changed = changedContactLabels(before, member)
    if (changed.length > 0) await requireConfirmedDevice(ctx, tx)
    const consented = await recordConsent(tx, ctx, { shop_id: ctx.shop_id, id }, before, member, 'profile')
    const company = {
      company_name: member.company_name || null,
      company_name_kana: member.company_name_kana || null,
      manager_name: member.manager_name || null,
      manager_name_kana: member.manager_name_kana || null,
    }
    await tx
      .update(customer)
      .set({ ...member, ...company, ...consented })
      .where(mine)
    await notifyProfileChange(tx, ctx, id, changed)
    await publishEvent(tx, { shop_id: ctx.shop_id, at: ctx.clock.now() }, 'customer.changed', { customer_id: id })
  })
  return loadCustomer(ctx, id)
}

type Consents = Pick<typeof customer.$inferSelect, 'mail_magazine_flag' | 'line_magazine_flag'>

/** An operator can't consent to adverts in place of a member. @throws ShopError 422 */
function refuseNewConsent(before: Consents, after: Consents): void {
  const fields = (['mail_magazine_flag', 'line_magazine_flag'] as const)
    .filter((path) => after[path] && !before[path])
    .map((path) => ({ path, message_id: 'refused', message: 'お知らせへの同意は、ご本人だけができます。' }))
  if (fields.length > 0) throw invalidFields(fields)
}
