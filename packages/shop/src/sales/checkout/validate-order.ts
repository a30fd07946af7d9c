import type { Handler } from '../../context.ts'
import { requirePriceAccess } from '../../people/customer/index.ts'
import { adConsentRequested } from './hooks.ts'
import { assessOrder } from './internal/assess-order.ts'

/** 注文内容の確認: what the confirmation screen shows. Changes nothing. */
export const validateOrder: Handler<'POST /v1/order/validates-data'> = async (ctx, draft) => {
  await requirePriceAccess(ctx)
  const assessed = await assessOrder(ctx, draft)
  // In 代理ログイン it is the operator who reads.
  const asked = ctx.actor.actor_kind === 'operator' ? null : await adConsentRequested(ctx, draft.is_subscription)
  return { ...assessed, ad_consent_text: asked?.wording ?? null }
}
