import { memberFailures } from '@kushi/contract/form/member-rules'
import { phoneRuleOfMember } from '@kushi/contract/form/member-update'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler, AdminInput, OperatorContext } from '../../../foundation/admin/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'
import { publishEvent } from '../../../messaging/webhook/index.ts'
import { invalidFields, notFound, refusedField } from '../../../shop-error.ts'
import { addMember, auditChangedMemberFields, emailTakenError, nullEmptyCompanyFields } from '../internal/add-member.ts'
import { changedContactLabels, notifyProfileChange } from '../internal/profile-changed-mail.ts'
import { addMemberNote } from '../internal/write-note.ts'
import { normalizeProfile } from '../rules/normalize-member.ts'
import { customerDetail } from './show-customer.ts'

type NewCustomerInput = AdminInput<'POST /admin/v1/customers'>

const silent = { mail_magazine_flag: false, line_magazine_flag: false }

/** Checks with the rules of the member's own form. `stored`: the phone number as it is, which may be older than a rule. */
function profileOf(ctx: OperatorContext, { email, ...given }: NewCustomerInput, stored = '') {
  const form = normalizeProfile({ ...given, ...silent })
  const phone = phoneRuleOfMember(stored)(form.phone_number)
  const faults = [...memberFailures(form, ctx.clock.today()), ...(phone ? [{ path: 'phone_number', ...phone }] : [])]
  if (faults.length > 0) throw invalidFields(faults)
  return { form, email: email === '' ? null : normalizeEmail(email) }
}

/** 会員の登録 by an operator, for a first call: adverts only after the member's own consent. @throws ShopError 422 */
export const addCustomer: AdminHandler<'POST /admin/v1/customers'> = (ctx, given) =>
  ctx.db.transaction(async (tx) => {
    const { form, email } = profileOf(ctx, given)
    const id = await addMember(tx, ctx, { ...form, ...nullEmptyCompanyFields(form) }, email, 'operator')
    await publishEvent(tx, { shop_id: ctx.shop_id, at: ctx.clock.now() }, 'customer.created', { customer_id: id })
    await auditChangedMemberFields(tx, ctx, id, Object.keys(given))
    return customerDetail(ctx, tx, id)
  })

/**
 * 会員情報の変更 by an operator. Addresses in the address book and running subscriptions stay as they are. Members with an
 * e-mail change it themselves, because they log in with it. When the first e-mail is set, the operator records how the
 * caller was identified: whoever reads that mailbox gets access to all orders. Changes of address and telephone are told to
 * the member, as if they had made them.
 * @throws ShopError 404, 422
 */
export const changeCustomer: AdminHandler<'PUT /admin/v1/customers/{id}'> = async (
  ctx,
  { id, identity_check, ...given },
) => {
  const write = ctx.db.transaction(async (tx) => {
    const mine = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, id))
    const [before] = await tx.select().from(customer).where(mine).for('no key update')
    if (!before || before.withdrawn_at) throw notFound()
    const { form, email } = profileOf(ctx, given, before.phone_number)
    const known = reachableEmail(before.email)
    if (known !== '' && email !== known)
      throw refusedField('email', 'メールアドレスは、ご本人がマイページで変更します。')
    if (known === '' && email !== null && (await hasHistory(tx, before))) {
      if (identity_check === '') throw invalidFields([notIdentified])
      await addMemberNote(tx, ctx, id, `メールアドレスを登録したときの本人確認: ${identity_check}`)
    }
    const { mail_magazine_flag: _, line_magazine_flag: __, ...own } = form
    const set = { ...own, ...nullEmptyCompanyFields(form), ...(email !== null && { email }) }
    await tx.update(customer).set(set).where(mine)
    await publishEvent(tx, { shop_id: ctx.shop_id, at: ctx.clock.now() }, 'customer.changed', { customer_id: id })
    const fields = Object.keys(set).filter((name) => set[name as never] !== before[name as never])
    if (known !== '') await notifyProfileChange(tx, ctx, id, changedContactLabels(before, form))
    await auditChangedMemberFields(tx, ctx, id, fields)
    return customerDetail(ctx, tx, id)
  })
  return write.catch((error) => {
    throw isUniqueViolation(error) ? emailTakenError() : error
  })
}

const notIdentified = {
  path: 'identity_check',
  message_id: 'cmn-err-001',
  message:
    'このメールアドレスの持ち主が、これまでのご注文や定期便をご覧になり、変えられるようになります。ご本人であることを、どのように確かめたかを入力してください。',
}

/** Whether the account has something that is nobody else's business. */
async function hasHistory(tx: Tx, { shop_id, id }: { shop_id: number; id: number }): Promise<boolean> {
  const bought = await tx.$count(orders, and(eq(orders.shop_id, shop_id), eq(orders.customer_id, id)))
  if (bought > 0) return true
  return (await tx.$count(subscription, and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, id)))) > 0
}
