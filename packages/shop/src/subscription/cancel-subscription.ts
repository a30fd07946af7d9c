import { master_data } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import type { Input, MemberContext, Verb } from '../context.ts'
import { invalidFields } from '../shop-error.ts'
import { detailOf } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { prepaidUntil } from './rules/prepaid.ts'

/** 解約. What was paid ahead (年払い) still comes; nothing else does, and nothing is charged any more. */
export const cancelSubscription: Verb<'PATCH /v1/order/subscription/update/{id}/cancel'> = async (ctx, input) => {
  await cancel(ctx, input)
  return detailOf(ctx, input.id)
}

type Cancelling = Pick<Input<'PATCH /v1/order/subscription/update/{id}/cancel'>, 'id' | 'version' | 'reason' | 'detail'>

/** The same for whoever wants no page of it in return. */
export async function cancel(ctx: MemberContext, { id, version, reason, detail }: Cancelling): Promise<void> {
  await checkReason(ctx, reason)
  await changeSubscription(ctx, {
    id,
    version,
    event: 'cancelled',
    detail: { reason, detail },
    apply(inside, { row, items, dunning }) {
      const until = prepaidUntil(items)
      const final_cycle = until !== null && until >= row.cycle ? until : null
      // What is paid ahead and failed for want of stock is tried again.
      const again = dunning && final_cycle !== null ? { retry_on: inside.clock.today() } : {}
      return { set: { final_cycle }, action: 'cancel', skipped: null, ...again }
    },
  })
}

async function checkReason(ctx: MemberContext, reason: number): Promise<void> {
  const asked = and(
    eq(master_data.shop_id, ctx.shop_id),
    eq(master_data.name, 'cancel_reason'),
    eq(master_data.id, reason),
  )
  const [found] = await ctx.db.select({ id: master_data.id }).from(master_data).where(asked)
  if (!found)
    throw invalidFields([{ path: 'reason', message_id: 'cmn-err-002', message: '解約理由を選択してください。' }])
}
