import { contextInTransaction } from '../../../context.ts'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { recordLeftoverAnswer } from '../fit-pace.ts'
import { memberContextFor } from '../internal/member-context-for.ts'
import { findShopSubscription, subscriptionAuditSubject } from '../internal/run-on-behalf.ts'
import { subscriptionDetail } from './show-one.ts'

const notAsked = () =>
  new ShopError(
    409,
    'ERROR_PACE_OVER',
    'この定期便では、いまはお手元の残りを伺えません。画面を読み込み直してください。',
  )

/** お手元の残り, as the member says it at the phone; the trail has who wrote it down. */
export const answerLeftoverForMember: AdminHandler<'POST /admin/v1/subscriptions/{id}/pace/answer'> = async (
  ctx,
  { id, rest_answer, product_sku_id },
) => {
  const row = await findShopSubscription(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const pace = await recordLeftoverAnswer(
      memberContextFor(contextInTransaction(ctx, tx), row, false),
      { id, rest_answer, product_sku_id },
      'operator',
    )
    if (!pace) throw notAsked()
    await recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), before: {}, after: { rest_answer, product_sku_id } })
  })
  return subscriptionDetail(ctx, id)
}
