import { master_data } from '@kushi/db/schema/shop'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { invalidFields } from '../../../shop-error.ts'
import { leftoverHintOfReason } from '../rules/pace/reason-words.ts'
import type { EventDetail } from './record-event.ts'

type ReasonContext = Pick<QueryContext, 'db' | 'shop_id'>
/** 解約, 休止 and お休みの理由, which each shop words itself. */
export type ReasonList = 'cancel_reason' | 'pause_reason' | 'skip_reason'

/**
 * The shop's reasons of one list, as options of a form. `ended`: includes reasons that are no longer offered, for a
 * filter.
 */
export const loadReasonOptions = ({ db, shop_id }: ReasonContext, list: ReasonList, { ended = false } = {}) =>
  db
    .select({ id: sql<number>`${master_data.id}`, label: master_data.label })
    .from(master_data)
    .where(
      and(
        eq(master_data.shop_id, shop_id),
        eq(master_data.name, list),
        isNotNull(master_data.id),
        ended ? undefined : eq(master_data.is_ended, false),
      ),
    )
    .orderBy(asc(master_data.sort_no))

/** The options of all three reason lists, for the forms and filters of the screen. */
export const loadReasonChoices = async (ctx: ReasonContext, of?: { ended: boolean }) => ({
  cancel_reasons: await loadReasonOptions(ctx, 'cancel_reason', of),
  pause_reasons: await loadReasonOptions(ctx, 'pause_reason', of),
  skip_reasons: await loadReasonOptions(ctx, 'skip_reason', of),
})

/** The ids of the 解約の理由 whose words say that goods are left over, including reasons that are no longer offered. */
export const loadLeftoverReasonIds = async (ctx: ReasonContext): Promise<number[]> =>
  (await loadReasonOptions(ctx, 'cancel_reason', { ended: true })).flatMap(({ id, label }) =>
    leftoverHintOfReason(label) === 'left' ? [id] : [],
  )

const NAME = { cancel_reason: '解約理由', pause_reason: '休止の理由', skip_reason: 'お休みの理由' } as const

/**
 * Returns the words of a reason.
 * @throws ShopError 422 for one that the shop does not offer
 */
export async function requireReasonLabel(ctx: ReasonContext, list: ReasonList, id: number): Promise<string> {
  const found = (await loadReasonOptions(ctx, list)).find((one) => one.id === id)
  if (found) return found.label
  throw invalidFields([{ path: 'reason', message_id: 'cmn-err-002', message: `${NAME[list]}を選択してください。` }])
}

/** The reason of a 休止 or お休み, and whether it was offered instead of 解約. */
export interface PauseOrSkipReason {
  reason?: number | undefined
  instead_of?: { reason: number; offered: CancelOffer[]; taken: CancelOffer } | undefined
}

/**
 * Builds the event detail of a 休止 or お休み from its reason.
 * @throws ShopError 422 for a reason that the shop does not offer
 */
export async function pauseOrSkipDetail(
  ctx: ReasonContext,
  list: 'pause_reason' | 'skip_reason',
  { reason, instead_of }: PauseOrSkipReason,
): Promise<EventDetail> {
  return {
    ...(reason !== undefined && { reason, reason_label: await requireReasonLabel(ctx, list, reason) }),
    ...(await insteadOfCancelDetail(ctx, instead_of)),
  }
}

/**
 * Builds the event detail of any change that the member chose instead of 解約.
 * @throws ShopError 422 for a reason that the shop does not offer
 */
export async function insteadOfCancelDetail(
  ctx: ReasonContext,
  instead_of: PauseOrSkipReason['instead_of'],
): Promise<EventDetail> {
  if (instead_of === undefined) return {}
  const reason_label = await requireReasonLabel(ctx, 'cancel_reason', instead_of.reason)
  return { instead_of: { ...instead_of, reason_label } }
}
