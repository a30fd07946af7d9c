import { isDeepStrictEqual } from 'node:util'
import { PROMOTION_STATUS_NAME, type PromotionChange } from '@kushi/contract/admin/promotion'
import {
  lockPromotion,
  type PlannedPromotion,
  type PromotionNow,
  planPromotion,
  readPromotion,
  recheckPromotion,
  restorePromotion,
  writePromotion,
} from '../../../../catalogue/promotion/index.ts'
import { idOf, type ScheduleTarget } from './kind.ts'

export const promotionChange: ScheduleTarget<PlannedPromotion, PromotionNow, PromotionChange> = {
  permission: 'catalogue.write',
  writes: ['promotion'],
  lock: (tx, shop_id, subject_id) => lockPromotion(tx, shop_id, idOf(subject_id)),
  async read(db, shop_id, subject_id) {
    const now = await readPromotion(db, shop_id, idOf(subject_id))
    return now && { name: now.promotion_name, now }
  },
  plan: (ctx, asked, { subject_id, ...around }) => planPromotion(ctx, idOf(subject_id), asked, around),
  unchanged_field: 'after.status',
  recheck: (ctx, subject_id, after) => recheckPromotion(ctx, idOf(subject_id), after),
  write: (tx, shop_id, subject_id, after) => writePromotion(tx, shop_id, idOf(subject_id), after),
  restore: (tx, shop_id, subject_id, before, after) => restorePromotion(tx, shop_id, idOf(subject_id), before, after),
  describe(before, after) {
    // What another 予定 changes is planned too where it is the same then.
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
