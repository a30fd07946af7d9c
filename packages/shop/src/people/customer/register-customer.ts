import { confirmationFailures, memberFailures } from '@kushi/contract/form/member-rules'
import type { Tx } from '@kushi/db/connect'
import { hashPassword } from '@kushi/db/password'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler, Input, QueryContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { publishEvent } from '../../messaging/webhook/index.ts'
import { invalidFields, ShopError } from '../../shop-error.ts'
import { identifyLineAccount, lineLinkedElsewhereError } from '../line/index.ts'
import { confirmDevice, loadCustomer, recordSecurityEvent, startSession } from '../session/index.ts'
import { acquisitionSourceFailures, loadInitialRank } from './internal/choices-of-shop.ts'
import { issueEmailVerificationLink } from './internal/email-link.ts'
import { registrationMail } from './internal/email-mails.ts'
import { passwordFailures } from './internal/password-failures.ts'
import { recordConsent, recordTermsConsent } from './internal/record-consent.ts'
import { findRepeatedRegistration, registrationDigest } from './internal/registered-before.ts'
import { requireApprovedAccount } from './internal/require-approval.ts'
import { normalizeMember } from './rules/normalize-member.ts'

type Registration = Input<'POST /v1/customer/new'>

/**
 * 会員登録, except for a shop with `corporate_flag`, whose accounts come from approved applications. After a lost response
 * the client can repeat the request: the same `idempotency_key` with the same body returns the same member, in a new
 * session.
 */
export const registerCustomer: Handler<'POST /v1/customer/new'> = async (ctx, input) => {
  await requireApprovedAccount({ ...ctx, customer_id: null })
  if (input.website) {
    await recordSecurityEvent(ctx, 'register_refused', null)
    throw filledInByProgram()
  }
  const member = normalizeMember(input)
  const failures = [
    ...memberFailures(member, ctx.clock.today()),
    ...confirmationFailures(input),
    ...(await passwordFailures(ctx, member.password)),
    ...(await acquisitionSourceFailures(ctx, member.where_did_you_know)),
  ]
  if (failures.length > 0) throw invalidFields(failures)
  await consumeLimit(ctx, 'register', { account: member.email, address: ctx.ip, user_agent: ctx.user_agent })
  const before = await findRepeatedRegistration(ctx, member)
  if (before !== null) return sessionOf(ctx, before)
  const line_id = await lineIdOf(ctx, input.line_access_token)
  // Outside the transaction, so that no lock is held while the password is hashed.
  const password_hash = await hashPassword(member.password)
  const added = await ctx.db.transaction((tx) => write(ctx, tx, { ...member, line_id }, password_hash))
  // A concurrent request was faster: the same form sent twice, or another one with the same e-mail.
  const id = added ?? (await findRepeatedRegistration(ctx, member))
  // Neither e-mail nor key conflict: the LINE account was taken concurrently.
  if (id === null) throw lineLinkedElsewhereError()
  return sessionOf(ctx, id)
}

/** Also read by a person whose browser filled in the hidden field: the screen has emptied it by then. */
const filledInByProgram = () =>
  new ShopError(
    422,
    'ERROR_REGISTER_REFUSED',
    '会員登録ができませんでした。お手数ですが、もう一度ボタンを押してください。',
  )

/**
 * The LINE id of a visitor who came through LINE.
 * @throws ShopError when the token is invalid, or the account is another member's
 */
async function lineIdOf(ctx: Context, line_access_token: string | undefined): Promise<string | null> {
  if (line_access_token === undefined) return null
  const { line_id } = await identifyLineAccount(ctx, line_access_token)
  const taken = and(eq(customer.shop_id, ctx.shop_id), eq(customer.line_id, line_id))
  if ((await ctx.db.$count(customer, taken)) > 0) throw lineLinkedElsewhereError()
  return line_id
}

async function sessionOf(ctx: Context, customer_id: number) {
  const access_token = await startSession(ctx, customer_id, 'customer')
  // Nothing is stored yet that was not typed here.
  await confirmDevice(ctx.db, withMemberActor(ctx, customer_id), customer_id, 'registered')
  return { access_token, customer: await loadCustomer(ctx, customer_id) }
}

/**
 * Writes the member and their first address, the default; null when the e-mail, the key or the LINE account is taken.
 */
async function write(
  ctx: QueryContext,
  tx: Tx,
  member: Registration & { line_id: string | null },
  password_hash: string,
): Promise<number | null> {
  const { shop_id, clock } = ctx
  const {
    terms_agreed,
    password: _,
    line_access_token: _token,
    email_confirm: _email,
    website: _website,
    password_confirm: _again,
    ...row
  } = member
  const created_at = clock.now()
  const [added] = await tx
    .insert(customer)
    .values({
      ...row,
      ...(await loadInitialRank(tx, shop_id)),
      shop_id,
      password_hash,
      request_digest: registrationDigest(member),
      company_name: row.company_name || null,
      company_name_kana: row.company_name_kana || null,
      manager_name: row.manager_name || null,
      manager_name_kana: row.manager_name_kana || null,
      mail_magazine_consented_at: row.mail_magazine_flag ? created_at : null,
      created_at,
    })
    .onConflictDoNothing()
    .returning({ id: customer.id })
  if (!added) return null
  await publishEvent(tx, { shop_id, at: created_at }, 'customer.created', { customer_id: added.id })
  const silent = { mail_magazine_flag: false, line_magazine_flag: false }
  const theirs = withMemberActor(ctx, added.id)
  const chosen = { ...silent, mail_magazine_flag: row.mail_magazine_flag }
  await recordConsent(tx, theirs, { shop_id, id: added.id }, silent, chosen, 'purchase')
  await recordSecurityEvent(theirs, 'registered', added.id, tx)
  const seller = await loadShop({ db: tx, shop_id })
  if (terms_agreed)
    await recordTermsConsent(tx, theirs, { shop_id, id: added.id, email: row.email }, seller.terms_version)
  const pages = `${shopUrl(ctx.settings, shop_id)}/sh`
  const { url } = await issueEmailVerificationLink(tx, ctx, { id: added.id, email: row.email })
  const mail = await registrationMail(tx, seller, row, { pages, url })
  await enqueueMail(tx, shop_id, `registered:${added.id}`, mail, { customer_id: added.id })
  await tx.insert(customer_address).values({ ...row, shop_id, customer_id: added.id, is_default: true, created_at })
  return added.id
}
