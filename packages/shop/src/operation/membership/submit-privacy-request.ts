import { customer } from '@kushi/db/schema/customer'
import { privacy_request } from '@kushi/db/schema/privacy'
import { addDays } from '@kushi/values/calendar-date'
import { PRIVACY_KIND_NAME, PRIVACY_REQUEST_DAYS } from '@kushi/values/privacy-request'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { checkCurrentPassword } from '../../people/session/index.ts'
import { ShopError } from '../../shop-error.ts'

/** The newest requests. Older ones stay in the shop's admin; members rarely have as many. */
const SHOWN = 50

const view = ({ id, kind, state, content, due_on, created_at }: typeof privacy_request.$inferSelect) => ({
  id,
  kind,
  state,
  content,
  due_on,
  created_at: created_at.toISOString(),
})
const ofMember = ({ shop_id, customer_id }: MemberContext) =>
  and(eq(privacy_request.shop_id, shop_id), eq(privacy_request.customer_id, customer_id))

/** 個人情報のご請求 of the member, including those that the desk recorded. */
export const listOwnPrivacyRequests: Handler<'GET /v1/customer/privacy-requests'> = async (ctx) => {
  const newest = desc(privacy_request.id)
  const rows = await ctx.db.select().from(privacy_request).where(ofMember(ctx)).orderBy(newest).limit(SHOWN)
  return { items: rows.map(view) }
}

/**
 * 個人情報のご請求 by the member. The password proves the identity, so the desk needs no documents.
 * @throws ShopError 409 while another request of the same kind is open
 */
export const submitPrivacyRequest: Handler<'POST /v1/customer/privacy-requests'> = async (
  ctx,
  { kind, content, password },
) => {
  await checkCurrentPassword(ctx, password, 'password')
  return ctx.db.transaction(async (tx) => {
    // Locks the member, so that a double press creates one request.
    const member = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, ctx.customer_id))
    await tx.select({ id: customer.id }).from(customer).where(member).for('no key update')
    const waiting = inArray(privacy_request.state, ['received', 'working'])
    if ((await tx.$count(privacy_request, and(ofMember(ctx), eq(privacy_request.kind, kind), waiting))) > 0)
      throw new ShopError(
        409,
        'ERROR_PRIVACY_REQUEST_OPEN',
        `${PRIVACY_KIND_NAME[kind]}のご請求は、すでに承っています。お答えまでお待ちください。`,
      )
    const [row] = await tx
      .insert(privacy_request)
      .values({
        shop_id: ctx.shop_id,
        customer_id: ctx.customer_id,
        kind,
        source: 'mypage',
        content: content || `${PRIVACY_KIND_NAME[kind]}を希望します。`,
        identity_check: 'マイページにログインし、パスワードを入力されました。',
        due_on: addDays(ctx.clock.today(), PRIVACY_REQUEST_DAYS),
        ...ctx.actor,
        created_at: ctx.clock.now(),
      })
      .returning()
    return view(row!)
  })
}
