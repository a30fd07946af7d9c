import { isDeepStrictEqual } from 'node:util'
import type { PromotionChange } from '@kushi/contract/admin/promotion'
import { PROMOTION_STATUS_NAME } from '@kushi/values/promotion'
import {
  type CurrentPromotion,
  loadCurrentPromotion,
  lockPromotion,
  type PlannedPromotion,
  planPromotionChange,
  recheckPlannedPromotion,
  restorePromotion,
  writePlannedPromotion,
} from '../../../../catalogue/promotion/index.ts'
import { type ScheduleTarget, subjectRowId } from './kind.ts'

export const promotionScheduleTarget: ScheduleTarget<PlannedPromotion, CurrentPromotion, PromotionChange> = {
  permission: 'catalogue.write',
  writes: ['promotion'],
  lock: (tx, shop_id, subject_id) => lockPromotion(tx, shop_id, subjectRowId(subject_id)),
  async read(db, shop_id, subject_id) {
    const now = await loadCurrentPromotion(db, shop_id, subjectRowId(subject_id))
    return now && { name: now.promotion_name, now }
  },
  plan: (ctx, asked, { subject_id, ...around }) => planPromotionChange(ctx, subjectRowId(subject_id), asked, around),
  unchanged_field: 'after.status',
  recheck: (ctx, subject_id, after) => recheckPlannedPromotion(ctx, subjectRowId(subject_id), after),
  write: (tx, shop_id, subject_id, after) => writePlannedPromotion(tx, shop_id, subjectRowId(subject_id), after),
  restore: (tx, shop_id, subject_id, before, after) =>
    restorePromotion(tx, shop_id, subjectRowId(subject_id), before, after),
  describe(before, after) {
    // A field that another 予定 changes is planned too if it has the same value then.
    const was: Record<string, unknown> = { ...before }
    const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(was[name], value))
    const { status, promotion_name, sentence: _, ...content }: Partial<PlannedPromotion> = Object.fromEntries(changed)
    return [
      ...(status === undefined ? [] : [`${PROMOTION_STATUS_NAME[before.status]} → ${PROMOTION_STATUS_NAME[status]}`]),
      ...(promotion_name === undefined ? [] : [`名前: ${before.promotion_name} → ${promotion_name}`]),
      ...(Object.keys(content).length === 0 ? [] : [`変更前: ${before.sentence}`, `変更後: ${after.sentence}`]),
    ]
  },
}
