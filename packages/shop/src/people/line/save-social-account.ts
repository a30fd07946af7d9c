import { customer } from '@kushi/db/schema/customer'
import { normalizeEmail } from '@kushi/values/email'
import { LINE_LINK_FAILURE } from '@kushi/values/line'
import { and, eq } from 'drizzle-orm'
import type { Context, Handler, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { notFound } from '../../shop-error.ts'
import { hashToken, invalidateLinkTokens, isDeviceConfirmed, issueLinkToken } from '../session/index.ts'
import { identifyLineFriend } from './internal/identify-line.ts'
import { customerHasLineError, lineLinkedElsewhereError } from './internal/line-errors.ts'
import { confirmLinkMail } from './internal/line-mails.ts'
import { requireProvenPassword } from './internal/prove-member.ts'
import { linkLineAccount } from './internal/set-line-id.ts'

/**
 * LINE連携. A member who has just entered the password is linked at once. A member with another session, or a visitor who
 * only enters an e-mail, gets a link by mail, which the same LINE account has to open.
 */
export const saveSocialAccount: Handler<'POST /v1/setting/line/social-save-account'> = async (ctx, input) => {
  if (input.line_access_token === undefined) return { is_linked: false, link_failure_id: LINE_LINK_FAILURE.no_line_id }
  const { line_id } = await identifyLineFriend(ctx, input.line_access_token)
  if (ctx.customer_id !== null) {
    const member = { ...ctx, customer_id: ctx.customer_id }
    return { is_linked: await linkLineOrSendLink(member, line_id, input.password), link_failure_id: null }
  }
  const email = input.email && normalizeEmail(input.email)
  const isSent = email ? await sendLink(ctx, email, line_id) : false
  return { is_linked: false, link_failure_id: isSent ? null : LINE_LINK_FAILURE.email_not_registered }
}

/**
 * Links at once and returns true, or sends the link to the member's own address and returns false: where the password was
 * not proved, or in a browser that the member did not confirm.
 */
export async function linkLineOrSendLink(
  ctx: MemberContext,
  line_id: string,
  password: string | undefined,
): Promise<boolean> {
  const isProven = await requireProvenPassword(ctx, password)
  if (!isProven || !(await isDeviceConfirmed(ctx))) {
    const [member] = await ctx.db
      .select({ email: customer.email, line_id: customer.line_id })
      .from(customer)
      .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
    if (!member) throw notFound()
    if (member.line_id === line_id) return true
    await sendLink(ctx, member.email, line_id)
    return false
  }
  await ctx.db.transaction((tx) => linkLineAccount(tx, ctx, ctx.customer_id, line_id))
  return true
}

async function sendLink(ctx: Context, email: string, line_id: string): Promise<boolean> {
  await consumeLimit(ctx, 'line_link', { account: email, address: ctx.ip })
  const inShop = eq(customer.shop_id, ctx.shop_id)
  const [owner] = await ctx.db
    .select()
    .from(customer)
    .where(and(inShop, eq(customer.line_id, line_id)))
  if (owner && owner.email !== email) throw lineLinkedElsewhereError()
  const [member] = await ctx.db
    .select()
    .from(customer)
    .where(and(inShop, eq(customer.email, email)))
  if (!member) return false
  if (member.line_id !== null && member.line_id !== line_id) throw customerHasLineError()
  const seller = await loadShop(ctx)
  await ctx.db.transaction(async (tx) => {
    await invalidateLinkTokens(tx, ctx, member.id, 'link_line')
    const token = await issueLinkToken(tx, ctx, { purpose: 'link_line', customer_id: member.id, line_id })
    const url = `${shopUrl(ctx.settings, ctx.shop_id)}/sh/line-link/confirm?token=${token}`
    const key = hashToken(token).toString('hex')
    await enqueueMail(tx, ctx.shop_id, `line-confirm:${key}`, await confirmLinkMail(tx, seller, member, url), {
      customer_id: member.id,
    })
  })
  return true
}
