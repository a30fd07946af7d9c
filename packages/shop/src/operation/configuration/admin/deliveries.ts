import type { Queryable, Tx } from '@kushi/db/connect'
import {
  delivery,
  delivery_cool_fee,
  delivery_lead,
  delivery_prefecture_fee,
  delivery_time,
} from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { AdminHandler, AdminInput, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { countRunningSubscriptions } from '../internal/running-subscriptions.ts'
import { storeFormerName } from '../internal/store-former-name.ts'

type Form = Omit<AdminInput<'POST /admin/v1/setting/deliveries'>, 'version'>

type PrefectureTable = typeof delivery_lead | typeof delivery_prefecture_fee | typeof delivery_cool_fee

/** All delivery methods of a shop in order. `id`: only that one. */
async function load(db: Queryable, shop_id: number, id?: number) {
  const mine = <T extends typeof delivery_time | PrefectureTable>(table: T) =>
    and(eq(table.shop_id, shop_id), id === undefined ? undefined : eq(table.delivery_id, id))
  const methods = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, shop_id), id === undefined ? undefined : eq(delivery.id, id)))
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
  const times = await db
    .select()
    .from(delivery_time)
    .where(and(mine(delivery_time), eq(delivery_time.is_ended, false)))
    .orderBy(asc(delivery_time.sort_no), asc(delivery_time.id))
  const fees = await db.select().from(delivery_prefecture_fee).where(mine(delivery_prefecture_fee))
  const coolFees = await db.select().from(delivery_cool_fee).where(mine(delivery_cool_fee))
  const leads = await db.select().from(delivery_lead).where(mine(delivery_lead))
  return methods.map(({ shop_id: _, ...method }) => {
    const own = (row: { delivery_id: number }) => row.delivery_id === method.id
    const feeIn = (rows: typeof fees, id: number) => rows.find((row) => own(row) && row.pref_id === id)?.fee ?? null
    const differing = [...fees, ...coolFees, ...leads].filter(own).map(({ pref_id }) => pref_id)
    return {
      ...method,
      times: times.filter(own).map(({ id, delivery_time }) => ({ id, delivery_time })),
      prefectures: [...new Set(differing)]
        .sort((a, b) => a - b)
        .map((pref_id) => ({
          pref_id,
          fee: feeIn(fees, pref_id),
          cool_fee: feeIn(coolFees, pref_id),
          extra_days: leads.find((row) => own(row) && row.pref_id === pref_id)?.extra_days ?? 0,
        })),
    }
  })
}

export const listDeliverySettings: AdminHandler<'GET /admin/v1/setting/deliveries'> = async (ctx) => ({
  items: (await load(ctx.db, ctx.shop_id)).map(withSettingVersion),
  running_subscriptions: await countRunningSubscriptions(ctx, 'delivery_id'),
})

const loadOne = async (db: Queryable, shop_id: number, id: number) => {
  const [one] = await load(db, shop_id, id)
  if (!one) throw notFound()
  return one
}

export const addDeliveryMethod: AdminHandler<'POST /admin/v1/setting/deliveries'> = (ctx, { version: _, ...form }) =>
  ctx.db.transaction(async (tx) => {
    await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    const { times, prefectures, ...columns } = form
    const [added] = await tx
      .insert(delivery)
      .values({ ...columns, shop_id: ctx.shop_id })
      .returning({ id: delivery.id })
    await writeParts(tx, ctx, added!.id, { times, prefectures })
    const after = await loadOne(tx, ctx.shop_id, added!.id)
    await recordAudit(tx, ctx, { subject: 'delivery', subject_id: after.id, subject_name: after.delivery_name, after })
    return withSettingVersion(after)
  })

/** @throws ShopError 422 when customers would have no method left */
export const changeDeliveryMethod: AdminHandler<'PUT /admin/v1/setting/deliveries/{id}'> = (
  ctx,
  { id, version, ...form },
) =>
  changeSetting(ctx, {
    subject: 'delivery',
    subject_id: id,
    subject_name: form.delivery_name,
    version,
    load: (db) => loadOne(db, ctx.shop_id, id),
    write: async (tx, { delivery_name: before }) => {
      const { times, prefectures, ...columns } = form
      const named = { before, after: columns.delivery_name }
      await storeFormerName(tx, ctx, { subject: 'delivery', subject_id: id, ...named })
      if (!columns.visible || columns.mail_delivery_flag) await leaveOne(tx, ctx.shop_id, id)
      await tx
        .update(delivery)
        .set(columns)
        .where(and(eq(delivery.shop_id, ctx.shop_id), eq(delivery.id, id)))
      await writeParts(tx, ctx, id, { times, prefectures })
    },
  })

/** A shop needs at least one visible method for parcels to sell anything. */
async function leaveOne(tx: Tx, shop_id: number, id: number): Promise<void> {
  const others = and(eq(delivery.shop_id, shop_id), ne(delivery.id, id), delivery.visible)
  const [other] = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(others, eq(delivery.mail_delivery_flag, false)))
    .limit(1)
  if (other) return
  const message = 'メール便のほかに、表示する配送方法がひとつ以上必要です。'
  throw invalidFields([{ path: 'visible', message_id: 'cmn-err-002', message }])
}

async function writeParts(
  tx: Tx,
  ctx: OperatorQueryContext,
  delivery_id: number,
  form: Pick<Form, 'times' | 'prefectures'>,
) {
  const { shop_id } = ctx
  await writeTimes(tx, shop_id, delivery_id, form.times)
  const own = { shop_id, delivery_id }
  const mine = (table: PrefectureTable) => and(eq(table.shop_id, shop_id), eq(table.delivery_id, delivery_id))
  const known = await tx.select().from(delivery_cool_fee).where(mine(delivery_cool_fee))
  await tx.delete(delivery_prefecture_fee).where(mine(delivery_prefecture_fee))
  await tx.delete(delivery_cool_fee).where(mine(delivery_cool_fee))
  await tx.delete(delivery_lead).where(mine(delivery_lead))
  // A client from before クール代 leaves it out: it stays.
  const coolFees = form.prefectures.flatMap(({ pref_id, cool_fee }) => {
    const fee = cool_fee === undefined ? known.find((row) => row.pref_id === pref_id)?.fee : cool_fee
    return fee == null ? [] : [{ ...own, pref_id, fee }]
  })
  const fees = form.prefectures.flatMap(({ pref_id, fee }) => (fee === null ? [] : [{ ...own, pref_id, fee }]))
  const leads = form.prefectures
    .filter(({ extra_days }) => extra_days > 0)
    .map(({ pref_id, extra_days }) => ({ ...own, pref_id, extra_days }))
  if (coolFees.length > 0) await tx.insert(delivery_cool_fee).values(coolFees)
  if (fees.length > 0) await tx.insert(delivery_prefecture_fee).values(fees)
  if (leads.length > 0) await tx.insert(delivery_lead).values(leads)
}

/**
 * Orders and subscriptions name a time by its id, so that one in use is never deleted or renamed: it ends, keeps its
 * words, and a new one has the new name, which the subscriptions follow.
 */
async function writeTimes(tx: Tx, shop_id: number, delivery_id: number, times: Form['times']): Promise<void> {
  const own = and(eq(delivery_time.shop_id, shop_id), eq(delivery_time.delivery_id, delivery_id))
  const there = await tx.select().from(delivery_time).where(own)
  const offered = there.filter(({ is_ended }) => !is_ended)
  if (times.some(({ id }) => id !== null && !offered.some((time) => time.id === id))) throw notFound()
  const used = await usedTimes(
    tx,
    shop_id,
    offered.map(({ id }) => id),
  )
  for (const { id } of offered.filter((time) => !times.some((one) => one.id === time.id)))
    await endTime(tx, shop_id, id, used.has(id))
  for (const [n, { id, delivery_time: label }] of times.entries()) {
    const before = offered.find((time) => time.id === id)
    const values = { delivery_time: label, sort_no: n + 1, is_ended: false }
    const row = (one: number) => and(own, eq(delivery_time.id, one))
    if (before && (before.delivery_time === label || !used.has(before.id))) {
      await tx.update(delivery_time).set(values).where(row(before.id))
      continue
    }
    // A delivery time with the words of an ended one reopens that one.
    const again = there.find((time) => time.is_ended && time.delivery_time === label)
    if (again) await tx.update(delivery_time).set(values).where(row(again.id))
    const [added] = again
      ? [again]
      : await tx
          .insert(delivery_time)
          .values({ ...values, shop_id, delivery_id })
          .returning()
    if (!before) continue
    await tx
      .update(subscription)
      .set({ delivery_time_id: added!.id })
      .where(and(eq(subscription.shop_id, shop_id), eq(subscription.delivery_time_id, before.id)))
    await endTime(tx, shop_id, before.id, true)
  }
}

async function endTime(tx: Tx, shop_id: number, id: number, isUsed: boolean): Promise<void> {
  const row = and(eq(delivery_time.shop_id, shop_id), eq(delivery_time.id, id))
  if (isUsed) await tx.update(delivery_time).set({ is_ended: true }).where(row)
  else await tx.delete(delivery_time).where(row)
}

async function usedTimes(tx: Tx, shop_id: number, ids: number[]): Promise<Set<number>> {
  const used = new Set<number>()
  for (const id of ids)
    for (const table of [orders, subscription]) {
      const [found] = await tx
        .select({ id: table.delivery_time_id })
        .from(table)
        .where(and(eq(table.shop_id, shop_id), eq(table.delivery_time_id, id)))
        .limit(1)
      if (found) used.add(id)
    }
  return used
}
