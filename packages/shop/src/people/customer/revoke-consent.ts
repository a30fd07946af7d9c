import type { Handler } from '../../context.ts'
import { publishEvent } from '../../messaging/webhook/index.ts'
import { revokeAdConsent } from './internal/opt-out.ts'

/** 同意の取り消し: no more adverts on this channel. Without a consent nothing changes. */
export const revokeConsent: Handler<'POST /v1/customer/consents/take-back'> = async (ctx, { channel }) => {
  const member = { shop_id: ctx.shop_id, id: ctx.customer_id }
  await ctx.db.transaction(async (tx) => {
    await revokeAdConsent(tx, ctx, member, channel, 'consents')
    await publishEvent(tx, { shop_id: ctx.shop_id, at: ctx.clock.now() }, 'customer.changed', {
      customer_id: member.id,
    })
  })
  return {}
}
