import type { NewChange } from '@kushi/contract/admin/schedule'
import type { Queryable, Tx } from '@kushi/db/connect'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { SALE_TYPE } from '@kushi/values/product'
import { and, eq, inArray } from 'drizzle-orm'
import { planPromotion } from '../../../catalogue/promotion/index.ts'
import type { AdminVerb, OperatorContext } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import { sanitiseHtml } from '../../../foundation/setting/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import type { PricesNow, SkuPrices } from '../internal/kinds/product.ts'
import { scheduleTarget } from '../internal/schedule-targets.ts'
import { collide } from '../rules/overlap.ts'
import { shown } from './list-schedule.ts'

const MOST = 500
const MOST_DAYS = 800
const MOST_CLOSED_DAYS = 60
const DAY = 86_400_000

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])

/** @throws ShopError 422 at the field; 403 for a kind that the operator may not change directly either */
export const scheduleChange: AdminVerb<'POST /admin/v1/schedule'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const kind = scheduleTarget(input.kind)
    if (!ctx.operator.permissions.includes(kind.permission))
      throw new ShopError(403, 'ERROR_FORBIDDEN', 'この変更を予定する権限がありません。店長にご相談ください。')
    await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    if (input.kind === 'content' && input.subject_id.startsWith('terms-of-use/'))
      throw refuse(
        'subject_id',
        'ご利用規約は版とともに変わるため、予約できません。「文章とページ」から変更してください。',
      )
    const period = periodOf(input, ctx.clock.now())
    const found = await kind.read(tx, ctx.shop_id, input.subject_id)
    if (!found) throw refuse('subject_id', '対象を選び直してください。')
    const others = await othersOf(tx, ctx, input)
    const after =
      input.kind === 'promotion'
        ? await planPromotion({ ...ctx, db: tx }, Number(input.subject_id), input.after, period.starts_at, others)
        : afterOf(input, found.now, others)
    if (input.kind !== 'closing' && kind.describe(found.now, after).length === 0)
      throw refuse(fieldOf(input.kind), 'いまの内容と同じです。変更後の内容を入力してください。')
    if (others.some((other) => collide(other, period)))
      throw refuse(
        'starts_at',
        'この期間には、同じ対象の予定がすでにあります。先の予定を取り消すか、日時を変えてください。',
      )
    const now = ctx.clock.now()
    const [row] = await tx
      .insert(scheduled_change)
      .values({
        shop_id: ctx.shop_id,
        kind: input.kind,
        subject_id: input.subject_id,
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
    await record(tx, ctx, {
      subject: 'scheduled_change',
      subject_id: row!.id,
      subject_name: row!.subject_name,
      after: { kind: row!.kind, ...after, ...period },
    })
    return shown(row!)
  })

function periodOf(input: NewChange, now: Date) {
  const [starts_at, ends_at] = [new Date(input.starts_at), input.ends_at === null ? null : new Date(input.ends_at)]
  // A closing covers whole days, and today may still be closed.
  const soonest = input.kind === 'closing' ? now.getTime() - DAY : now.getTime()
  if (starts_at.getTime() <= soonest) throw refuse('starts_at', '始まりは、これからの日時にしてください。')
  if (starts_at.getTime() > now.getTime() + MOST_DAYS * DAY) throw refuse('starts_at', '始まりは、2年先までです。')
  if (ends_at !== null && ends_at <= starts_at) throw refuse('ends_at', '終わりは、始まりより後の日時にしてください。')
  if (input.kind === 'closing') {
    if (ends_at === null) throw refuse('ends_at', '休業の最後の日を選択してください。')
    if (ends_at.getTime() - starts_at.getTime() > MOST_CLOSED_DAYS * DAY)
      throw refuse('ends_at', `休業は${MOST_CLOSED_DAYS}日までです。`)
  }
  return { starts_at, ends_at }
}

/** The field at which "nothing changed" is reported. */
const fieldOf = (kind: NewChange['kind']): string =>
  ({
    price: 'after.skus.0.price',
    tax_rate: 'after.tax_rate',
    visibility: 'after.visible',
    content: 'after.html',
    promotion: 'after.status',
    delivery_fee: 'after.flat_rate_delivery_fee',
    free_amount: 'after.delivery_free_amount',
    closing: 'starts_at',
  })[kind]

/** What is stored: only prices of this product that differ, or that another 予定 changes; texts as they will be served. */
function afterOf(input: Exclude<NewChange, { kind: 'promotion' }>, now: object, others: readonly Planned[]): object {
  if (input.kind === 'content') return { ...input.after, html: sanitiseHtml(input.after.html) }
  if (input.kind === 'visibility' || input.kind === 'tax_rate') return input.after
  if (input.kind !== 'price') return input.after
  const { skus: own, sale_type } = now as PricesNow
  const isOnce = sale_type === SALE_TYPE.normal
  for (const [n, sku] of input.after.skus.entries())
    for (const name of ['subscription_first_price', 'subscription_price'] as const)
      if (isOnce && sku[name] !== null)
        throw refuse(`after.skus.${n}.${name}`, '定期便で販売しない商品です。空欄にしてください。')
  const differs = (sku: SkuPrices) => {
    const was = own.find(({ id }) => id === sku.id)
    if (!was) throw refuse('after.skus', 'この商品の種類ではないものがあります。画面を読み込み直してください。')
    return (['price', 'subscription_first_price', 'subscription_price'] as const).some(
      (name) => was[name] !== sku[name],
    )
  }
  const planned = new Set(others.flatMap(({ after }) => (after as { skus: SkuPrices[] }).skus.map(({ id }) => id)))
  return { skus: input.after.skus.filter((sku) => differs(sku) || planned.has(sku.id)) }
}

const alive = ['planned', 'running'] as const
const aliveOf = (ctx: OperatorContext) =>
  and(eq(scheduled_change.shop_id, ctx.shop_id), inArray(scheduled_change.state, [...alive]))

type Planned = Pick<typeof scheduled_change.$inferSelect, 'starts_at' | 'ends_at' | 'after'>

/** The other 予定 of the subject that are to come or are running. @throws ShopError 422 when the shop has too many */
async function othersOf(tx: Queryable, ctx: OperatorContext, { kind, subject_id }: NewChange): Promise<Planned[]> {
  if ((await tx.$count(scheduled_change, aliveOf(ctx))) >= MOST)
    throw new ShopError(422, 'ERROR_TOO_MANY', `予定は${MOST}件までです。要らない予定を取り消してください。`)
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
export const takeBack: AdminVerb<'POST /admin/v1/schedule/{id}/take-back'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    const row = await find(tx, ctx, id)
    const kind = scheduleTarget(row.kind)
    if (!ctx.operator.permissions.includes(kind.permission))
      throw new ShopError(403, 'ERROR_FORBIDDEN', 'この予定を取り消す権限がありません。店長にご相談ください。')
    if (row.state !== 'planned' && row.state !== 'running') throw over()
    if (row.state === 'running') {
      await kind.lock(tx, ctx.shop_id, row.subject_id)
      await kind.restore(tx, ctx.shop_id, row.subject_id, row.before, row.after)
    }
    const [taken] = await tx
      .update(scheduled_change)
      .set({ state: 'taken_back', updated_at: ctx.clock.now() })
      .where(and(eq(scheduled_change.shop_id, ctx.shop_id), eq(scheduled_change.id, id)))
      .returning()
    await record(tx, ctx, {
      subject: 'scheduled_change',
      subject_id: id,
      subject_name: row.subject_name,
      before: { state: row.state },
      after: { state: 'taken_back' },
    })
    return shown(taken!)
  })

async function find(tx: Tx, ctx: OperatorContext, id: number) {
  const [row] = await tx
    .select()
    .from(scheduled_change)
    .where(and(eq(scheduled_change.shop_id, ctx.shop_id), eq(scheduled_change.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}
