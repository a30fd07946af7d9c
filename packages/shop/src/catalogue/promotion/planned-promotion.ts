import { isDeepStrictEqual } from 'node:util'
import { type PromotionChange, PromotionInput } from '@kushi/contract/admin/promotion'
import type { Queryable, Tx } from '@kushi/db/connect'
import { promotion } from '@kushi/db/schema/promotion'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sql } from 'drizzle-orm'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { parseOrRefuse } from '../../foundation/csv/index.ts'
import { invalidFields, notFound, refusedField, ShopError } from '../../shop-error.ts'
import {
  checkPromotionInput,
  loadPromotionGoods,
  promotionInputFromRow,
  promotionSentenceWithGoods,
  recountedUseCounters,
  requirePromotionStartable,
  requirePublishablePromotion,
} from './admin/promotions.ts'

type PromotionRow = typeof promotion.$inferSelect

/** A promotion as it is now: the fields that a 予定 can change, and its sentence. */
export interface CurrentPromotion extends Omit<PromotionChange, 'status'> {
  status: PromotionRow['status']
  sentence: string
}

/** The fields of a promotion that a 予定 changes, and the sentence that it then has. */
export interface PlannedPromotion extends Partial<PromotionChange> {
  sentence: string
}

async function find(db: Queryable, shop_id: number, id: number): Promise<PromotionRow | undefined> {
  const [row] = await db.select().from(promotion).where(sameRowCondition(promotion, { shop_id, id }))
  return row
}

/** Waits for orders that are using it, and makes new ones wait. */
export const lockPromotion = (tx: Tx, shop_id: number, id: number) =>
  tx.select({ id: promotion.id }).from(promotion).where(sameRowCondition(promotion, { shop_id, id })).for('update')

/** Returns null if the shop has no such promotion. */
export async function loadCurrentPromotion(
  db: Queryable,
  shop_id: number,
  id: number,
): Promise<CurrentPromotion | null> {
  const row = await find(db, shop_id, id)
  if (!row) return null
  const names = await loadPromotionGoods({ db, shop_id }, [row])
  return { ...changeableOf(row), sentence: promotionSentenceWithGoods(promotionInputFromRow(row), names) }
}

/** The present values that a 予定 can change. */
function changeableOf(row: PromotionRow): Omit<CurrentPromotion, 'sentence'> {
  const { starts_at: _, ends_at: __, ...input } = promotionInputFromRow(row)
  return { ...input, status: row.status }
}

/** The values at the moment of a 予定, and the promotion's other 予定. */
interface AroundPlan {
  now: Pick<CurrentPromotion, 'status'>
  starts_at: Date
  others: readonly { after: object }[]
}

/**
 * Returns the fields that a 予定 changes: those that differ from the promotion of today, or that another 予定 (`others`)
 * changes. They are checked as if they were changed today. A 予定 that only stops the promotion is always possible.
 * @throws ShopError 422 below `after`
 */
export async function planPromotionChange(
  ctx: Pick<OperatorContext, 'shop_id' | 'clock' | 'cache'> & { db: Tx },
  id: number,
  { status, ...change }: PromotionChange,
  { now: then, starts_at, others }: AroundPlan,
): Promise<PlannedPromotion> {
  const row = await find(ctx.db, ctx.shop_id, id)
  if (!row) throw notFound()
  const period = { starts_at: row.starts_at.toISOString(), ends_at: row.ends_at?.toISOString() ?? null }
  const now: Record<string, unknown> = { ...changeableOf(row), status: then.status }
  const planned = new Set(others.flatMap(({ after }) => Object.keys(after)))
  const differs = Object.entries({ ...change, status }).filter(
    ([name, value]) => (status === 'active' && planned.has(name)) || !isDeepStrictEqual(now[name], value),
  )
  const input = await belowAfter(async () => {
    const read = parseOrRefuse(PromotionInput, { ...change, ...period })
    // Publishing a stopped promotion again checks its content only if that changes.
    if (status === 'active' || differs.some(([name]) => name !== 'status')) await checkPromotionInput(ctx, read)
    if (status === 'active') await requirePromotionStartable(ctx.db, { ...row, ...change })
    return read
  })
  if (status === 'active' && row.ends_at !== null && row.ends_at <= starts_at)
    throw refusedField(
      'starts_at',
      'この特典は、その日時にはもう終わっています。先に特典の「終わり」を変えてください。',
    )
  const names = await loadPromotionGoods(ctx, [input])
  return { ...Object.fromEntries(differs), sentence: promotionSentenceWithGoods(input, names) }
}

/** Reports errors at the fields of the 予定. Its form has no 終わり, so an error of it is reported at the name. */
async function belowAfter<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const { message, fields = [{ path: 'status', message_id: 'refused', message }] } = error
    throw invalidFields(
      fields.map((field) => ({ ...field, path: `after.${field.path === 'ends_at' ? 'promotion_name' : field.path}` })),
    )
  }
}

/**
 * Checks a 予定 again, because the promotion may have lost its end or be for other goods by now. A stop is never held up.
 * @throws ShopError 422
 */
export async function recheckPlannedPromotion(
  ctx: Pick<OperatorContext, 'shop_id' | 'clock'> & { db: Tx },
  id: number,
  { sentence: _, status, ...content }: PlannedPromotion,
): Promise<void> {
  const row = await find(ctx.db, ctx.shop_id, id)
  if (!row || status === 'stopped') return
  await requirePublishablePromotion(ctx, { ...row, ...content })
}

/**
 * Writes the planned fields. The version changes, so that an operator with the promotion's screen open can't overwrite
 * it.
 * @throws ShopError 409 for one that would be 公開 without a code or members
 */
export async function writePlannedPromotion(
  tx: Tx,
  shop_id: number,
  id: number,
  { sentence: _, ...set }: Partial<CurrentPromotion>,
): Promise<void> {
  const before = await find(tx, shop_id, id)
  if (!before) throw notFound()
  const after = { ...before, ...set }
  if (after.status === 'active') await requirePromotionStartable(tx, after)
  await tx
    .update(promotion)
    .set({
      ...set,
      ...(await recountedUseCounters(tx, before, after)),
      ...(set.status === 'stopped' && { fault_override: null }),
      version: sql`${promotion.version} + 1`,
    })
    .where(sameRowCondition(promotion, { shop_id, id }))
}

/**
 * Gives back what stood before a 予定, where it is still as planned. One that was a draft has been public: it stops, as does one whose
 * name now needs an end that it lost.
 */
export async function restorePromotion(
  tx: Tx,
  shop_id: number,
  id: number,
  before: CurrentPromotion,
  after: PlannedPromotion,
): Promise<void> {
  const row = await find(tx, shop_id, id)
  if (!row) throw notFound()
  const now: Record<string, unknown> = changeableOf(row)
  const { sentence: _, ...was } = before
  const stood = { ...was, status: was.status === 'draft' ? 'stopped' : was.status }
  const names = Object.entries(after).filter(([name, value]) => isDeepStrictEqual(now[name], value))
  const back: Partial<CurrentPromotion> = Object.fromEntries(
    Object.entries(stood).filter(([name]) => names.some(([set]) => set === name)),
  )
  if (Object.keys(back).length === 0) return
  const isBroken = !PromotionInput.safeParse(promotionInputFromRow({ ...row, ...back })).success
  await writePlannedPromotion(tx, shop_id, id, { ...back, ...(isBroken && { status: 'stopped' }) })
}
