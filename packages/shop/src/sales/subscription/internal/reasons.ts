import { master_data } from '@kushi/db/schema/shop'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { invalidFields } from '../../../shop-error.ts'
import { signOfWords } from '../rules/pace/reason-words.ts'
import type { EventDetail } from './record-event.ts'

type ReasonContext = Pick<Context, 'db' | 'shop_id'>
/** 解約, 休止 and お休みの理由, which each shop words itself. */
export type ReasonList = 'cancel_reason' | 'pause_reason' | 'skip_reason'

/** The shop's reasons as options of a form, or of a filter: then also those that are no longer offered. */
export const reasonsOf = ({ db, shop_id }: ReasonContext, list: ReasonList, { ended = false } = {}) =>
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

export const reasonChoices = async (ctx: ReasonContext, of?: { ended: boolean }) => ({
  cancel_reasons: await reasonsOf(ctx, 'cancel_reason', of),
  pause_reasons: await reasonsOf(ctx, 'pause_reason', of),
  skip_reasons: await reasonsOf(ctx, 'skip_reason', of),
})

/** Ids of the 解約の理由 that say that something is left, also of those that are no longer offered. */
export const leftOverReasons = async (ctx: ReasonContext): Promise<number[]> =>
  (await reasonsOf(ctx, 'cancel_reason', { ended: true })).flatMap(({ id, label }) =>
    signOfWords(label) === 'left' ? [id] : [],
  )

const NAME = { cancel_reason: '解約理由', pause_reason: '休止の理由', skip_reason: 'お休みの理由' } as const

/**
 * Returns the words of a reason.
 * @throws ShopError 422 for one that the shop does not offer
 */
export async function reasonLabel(ctx: ReasonContext, list: ReasonList, id: number): Promise<string> {
  const found = (await reasonsOf(ctx, list)).find((one) => one.id === id)
  if (found) return found.label
  throw invalidFields([{ path: 'reason', message_id: 'cmn-err-002', message: `${NAME[list]}を選択してください。` }])
}

/** Why a delivery or a contract stands still, and whether that was offered instead of 解約. */
export interface Halt {
  reason?: number | undefined
  instead_of?: { reason: number; offered: CancelOffer[]; taken: CancelOffer } | undefined
}

/** What its event records. @throws ShopError 422 for a reason that the shop does not offer */
export async function haltDetail(
  ctx: ReasonContext,
  list: 'pause_reason' | 'skip_reason',
  { reason, instead_of }: Halt,
): Promise<EventDetail> {
  return {
    ...(reason !== undefined && { reason, reason_label: await reasonLabel(ctx, list, reason) }),
    ...(await insteadDetail(ctx, instead_of)),
  }
}

/** The same for any change that was offered instead of 解約. */
export async function insteadDetail(ctx: ReasonContext, instead_of: Halt['instead_of']): Promise<EventDetail> {
  if (instead_of === undefined) return {}
  const reason_label = await reasonLabel(ctx, 'cancel_reason', instead_of.reason)
  return { instead_of: { ...instead_of, reason_label } }
}
