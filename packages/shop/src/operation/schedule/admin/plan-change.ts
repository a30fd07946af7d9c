import type { NewScheduledChange } from '@kushi/contract/admin/schedule'
import type { Queryable, Tx } from '@kushi/db/connect'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { and, eq, inArray } from 'drizzle-orm'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { endScheduledChange, recordScheduledPrices } from '../apply-due.ts'

import { scheduleTarget } from '../internal/schedule-targets.ts'
import { previewShopAsOf } from '../preview-as-of.ts'
import { doPeriodsConflict } from '../rules/overlap.ts'
import { scheduledChangeRow } from './list-schedule.ts'

const MOST = 500
const MAX_DAYS = 800
const MAX_CLOSED_DAYS = 60
const DAY = 86_400_000

/**
 * Plans a change for a later moment (予定). The change is compared with the values of that moment, after all earlier 予定.
 * @throws ShopError 422 at the field; 403 for a kind that the operator may not change directly either
 */
export const scheduleChange: AdminHandler<'POST /admin/v1/schedule'> = async (ctx, input) => {
  const { subject_id, after: asked } = input
  const kind = scheduleTarget(input.kind)
  if (!ctx.operator.permissions.includes(kind.permission))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この変更を予定する権限がありません。店長にご相談ください。')
  const period = periodOf(input, ctx.clock.now())
  const found = await previewShopAsOf(ctx, period.starts_at, ({ db }) => kind.read(db, ctx.shop_id, subject_id), input)
  if (!found) throw refusedField('subject_id', '対象を選び直してください。')
  return ctx.db.transaction(async (tx) => {
    await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    const others = await othersOf(tx, ctx, input)
    if (others.some((other) => doPeriodsConflict(other, period)))
      throw refusedField(
        'starts_at',
        'この期間には、同じ対象の予定がすでにあります。先の予定を取り消すか、日時を変えてください。',
      )
    const around = { subject_id, now: found.now, starts_at: period.starts_at, others }
    const after = kind.plan ? await kind.plan({ ...ctx, db: tx }, asked, around) : asked
    if (kind.unchanged_field && kind.describe(found.now, after).length === 0)
      throw refusedField(kind.unchanged_field, 'そのときの内容と同じです。変更後の内容を入力してください。')
    const now = ctx.clock.now()
    const [row] = await tx
      .insert(scheduled_change)
      .values({
        shop_id: ctx.shop_id,
        kind: input.kind,
        subject_id,
        subject_name: found.name,
        before: found.now as Record<string, unknown>,
        after: after as Record<string, unknown>,
        ...period,
        state: 'planned',
        operator_id: ctx.operator.id,
        operator_name: ctx.operator.name,
        created_at: now,
        updated_at: now,
      })
      .returning()
    await recordAudit(tx, ctx, {
      subject: 'scheduled_change',
      subject_id: row!.id,
      subject_name: row!.subject_name,
      after: { kind: row!.kind, ...after, ...period },
    })
    return scheduledChangeRow(row!)
  })
}

function periodOf(input: NewScheduledChange, now: Date) {
  const [starts_at, ends_at] = [new Date(input.starts_at), input.ends_at === null ? null : new Date(input.ends_at)]
  // A closing covers whole days, and today may still be closed.
  const soonest = input.kind === 'closing' ? now.getTime() - DAY : now.getTime()
  if (starts_at.getTime() <= soonest) throw refusedField('starts_at', '始まりは、これからの日時にしてください。')
  if (starts_at.getTime() > now.getTime() + MAX_DAYS * DAY) throw refusedField('starts_at', '始まりは、2年先までです。')
  if (ends_at !== null && ends_at <= starts_at)
    throw refusedField('ends_at', '終わりは、始まりより後の日時にしてください。')
  if (input.kind === 'closing') {
    if (ends_at === null) throw refusedField('ends_at', '休業の最後の日を選択してください。')
    if (ends_at.getTime() - starts_at.getTime() > MAX_CLOSED_DAYS * DAY)
      throw refusedField('ends_at', `休業は${MAX_CLOSED_DAYS}日までです。`)
  }
  return { starts_at, ends_at }
}

const alive = ['planned', 'running'] as const
const aliveOf = (ctx: OperatorQueryContext) =>
  and(eq(scheduled_change.shop_id, ctx.shop_id), inArray(scheduled_change.state, [...alive]))

type Planned = Pick<typeof scheduled_change.$inferSelect, 'starts_at' | 'ends_at' | 'after'>

/** The other 予定 of the subject that are to come or are running. @throws ShopError 409 when the shop has too many */
async function othersOf(
  tx: Queryable,
  ctx: OperatorQueryContext,
  { kind, subject_id }: NewScheduledChange,
): Promise<Planned[]> {
  if ((await tx.$count(scheduled_change, aliveOf(ctx))) >= MOST)
    throw new ShopError(409, 'ERROR_TOO_MANY', `予定は${MOST}件までです。要らない予定を取り消してください。`)
  const { starts_at, ends_at, after } = scheduled_change
  return tx
    .select({ starts_at, ends_at, after })
    .from(scheduled_change)
    .where(and(aliveOf(ctx), eq(scheduled_change.kind, kind), eq(scheduled_change.subject_id, subject_id)))
}

const over = () =>
  new ShopError(
    409,
    'ERROR_SCHEDULE_OVER',
    'この予定はすでに終わっています。いまの内容は、それぞれの画面で変えてください。',
  )

/** Cancels a planned change, or ends a running one now. @throws ShopError 404, 409 for a finished one */
export const cancelScheduledChange: AdminHandler<'POST /admin/v1/schedule/{id}/take-back'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    const row = await find(tx, ctx, id)
    const kind = scheduleTarget(row.kind)
    if (!ctx.operator.permissions.includes(kind.permission))
      throw new ShopError(403, 'ERROR_FORBIDDEN', 'この予定を取り消す権限がありません。店長にご相談ください。')
    if (row.state !== 'planned' && row.state !== 'running') throw over()
    if (row.state === 'running') {
      await kind.lock(tx, ctx.shop_id, row.subject_id)
      await endScheduledChange(tx, row, { note: () => recordScheduledPrices(tx, ctx, row) })
    }
    const [taken] = await tx
      .update(scheduled_change)
      .set({ state: 'taken_back', updated_at: ctx.clock.now() })
      .where(and(eq(scheduled_change.shop_id, ctx.shop_id), eq(scheduled_change.id, id)))
      .returning()
    await recordAudit(tx, ctx, {
      subject: 'scheduled_change',
      subject_id: id,
      subject_name: row.subject_name,
      before: { state: row.state },
      after: { state: 'taken_back' },
    })
    return scheduledChangeRow(taken!)
  })

async function find(tx: Tx, ctx: OperatorQueryContext, id: number) {
  const [row] = await tx
    .select()
    .from(scheduled_change)
    .where(and(eq(scheduled_change.shop_id, ctx.shop_id), eq(scheduled_change.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}
