import { CHOICE_LISTS } from '@kushi/contract/admin/choice-setting'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { master_data } from '@kushi/db/schema/shop'
import { subscription, subscription_reason } from '@kushi/db/schema/subscription'
import { FREE_TEXT_NOTE_SORT_NUMBER } from '@kushi/values/delivery-slot'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { listCancelOfferPromotions } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, AdminInput, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { invalidFields, refusedField, ShopError } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'

type Name = AdminInput<'PUT /admin/v1/setting/choices/{name}'>['name']
type Choice = Awaited<ReturnType<typeof rowsOf>>[number]

const load = async (db: Queryable, shop_id: number, name: Name) => ({
  name,
  items: (await rowsOf(db, shop_id, name)).filter(({ is_ended }) => !is_ended || CHOICE_LISTS[name].kind === 'labels'),
})

const rowsOf = (db: Queryable, shop_id: number, name: Name) =>
  db
    .select({
      id: master_data.id,
      label: master_data.label,
      is_ended: master_data.is_ended,
      details: master_data.details,
      offers: master_data.offers,
      promotion_id: master_data.promotion_id,
    })
    .from(master_data)
    .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, name)))
    .orderBy(asc(master_data.sort_no))

export const getChoices: AdminHandler<'GET /admin/v1/setting/choices/{name}'> = async (ctx, { name }) => ({
  ...withSettingVersion(await load(ctx.db, ctx.shop_id, name)),
  promotions: name === 'cancel_reason' ? await listCancelOfferPromotions(ctx) : [],
})

/**
 * A choice that was chosen is never deleted or renamed: it ends with its words, and a new one has the new name.
 * @throws ShopError 422 ERROR_FIXED when rules depend on the choice to change
 */
export const changeChoices: AdminHandler<'PUT /admin/v1/setting/choices/{name}'> = (
  ctx,
  { name, version, ...input },
) => {
  const { shop_id } = ctx
  return changeSetting(ctx, {
    subject: 'master_data',
    subject_id: name,
    subject_name: CHOICE_LISTS[name].label,
    version,
    load: (db) => load(db, shop_id, name),
    write: async (tx, before) => {
      const items = input.items.map(({ id, label, ...given }): Choice => {
        const old = before.items.find((one) => id !== null && one.id === id)
        const { is_ended = old?.is_ended ?? false, details = old?.details ?? [], offers = old?.offers ?? [] } = given
        const { promotion_id = old?.promotion_id ?? null } = given
        return {
          id,
          label,
          is_ended,
          details,
          offers,
          promotion_id: offers.includes('promotion') ? promotion_id : null,
        }
      })
      refuseFixed(name, before.items, items)
      await refusePromotions({ ...ctx, db: tx }, before.items, items)
      const { kind, kept } = CHOICE_LISTS[name]
      const all = await rowsOf(tx, shop_id, name)
      const past = kind === 'open' ? await pastOf(tx, shop_id, name, { all, items }) : []
      let next = Math.max(0, ...all.map(({ id }) => id ?? 0).filter((id) => id !== kept))
      const numbered = items.map(({ id, label, ...item }) => {
        const isNew = id === null || past.some((one) => one.id === id)
        if (!isNew || kind === 'labels') return { id, label, ...item }
        next += next + 1 === kept ? 2 : 1
        return { id: next, label, ...item, is_ended: false }
      })
      await tx.delete(master_data).where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, name)))
      const rows = [...numbered, ...past].map((item, n) => ({ ...item, shop_id, name, sort_no: n + 1 }))
      if (rows.length > 0) await tx.insert(master_data).values(rows)
    },
  })
}

interface Lists {
  all: readonly Choice[]
  items: readonly Choice[]
}

/** The choices that only the past names: ended before, or chosen and now removed or renamed. */
async function pastOf(tx: Tx, shop_id: number, name: Name, { all, items }: Lists): Promise<Choice[]> {
  const left = all.filter(
    ({ id, label, is_ended }) => !is_ended && !items.some((item) => item.id === id && item.label === label),
  )
  const chosen = await chosenOf(
    tx,
    shop_id,
    name,
    left.flatMap(({ id }) => id ?? []),
  )
  const ended = left.filter(({ id }) => id !== null && chosen.has(id)).map((one) => ({ ...one, is_ended: true }))
  return [...all.filter(({ is_ended }) => is_ended), ...ended]
}

type AnswerTable = typeof customer | typeof inquiry | typeof subscription | typeof subscription_reason

/** Finds the ids that somebody has chosen. An inquiry stores the words, and is found by the id. */
async function chosenOf(tx: Tx, shop_id: number, name: Name, ids: number[]): Promise<Set<number>> {
  const reason = subscription_reason
  const columns: Partial<Record<Name, { table: AnswerTable; by: AnyPgColumn; where?: SQL }[]>> = {
    where_did_you_know: [{ table: customer, by: customer.where_did_you_know }],
    inquiry_category: [{ table: inquiry, by: inquiry.inquiry_category_id }],
    cancel_reason: [
      { table: subscription, by: subscription.end_reason_id },
      { table: reason, by: reason.cancel_reason_id },
    ],
    pause_reason: [{ table: reason, by: reason.reason_id, where: eq(reason.event, 'paused') }],
    skip_reason: [{ table: reason, by: reason.reason_id, where: eq(reason.event, 'skipped') }],
  }
  const chosen = new Set<number>()
  for (const { table, by, where } of columns[name] ?? [])
    for (const id of ids) {
      const [found] = await tx
        .select({ id: by })
        .from(table)
        .where(and(eq(table.shop_id, shop_id), eq(by, id), where))
        .limit(1)
      if (found) chosen.add(id)
    }
  return chosen
}

/** @throws ShopError 422 where a promotion is to be offered and none is chosen, or one that the shop can't offer */
async function refusePromotions(
  ctx: Pick<OperatorQueryContext, 'db' | 'shop_id' | 'clock'>,
  before: readonly Choice[],
  after: readonly Choice[],
): Promise<void> {
  const asked = after.map(({ offers, promotion_id }) => (offers.includes('promotion') ? promotion_id : undefined))
  if (asked.every((id) => id === undefined)) return
  const known = new Set(
    [...(await listCancelOfferPromotions(ctx)), ...before.map(({ promotion_id }) => ({ id: promotion_id }))].map(
      ({ id }) => id,
    ),
  )
  const faults = asked.flatMap((id, n) =>
    id === undefined || (id !== null && known.has(id))
      ? []
      : [{ path: `items.${n}.promotion_id`, message_id: 'cmn-err-002', message: 'ご案内する特典を選択してください。' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

function refuseFixed(name: Name, before: readonly Choice[], after: readonly Choice[]): void {
  const { kind, kept, note, may_be_empty } = CHOICE_LISTS[name]
  if (after.length === 0 && may_be_empty) return
  if (after.length === 0) throw refusedField('items', '選択肢は、ひとつ以上必要です。')
  const ids = (items: readonly Choice[]) => items.map(({ id }) => id)
  const known = new Set(ids(before))
  const own = ids(after).filter((id) => id !== null)
  const isEndable = name === 'delivery_note' && !after[FREE_TEXT_NOTE_SORT_NUMBER - 1]?.is_ended
  if (after.some(({ is_ended }) => is_ended) && !isEndable) throw new ShopError(422, 'ERROR_FIXED', note)
  if (after.every(({ is_ended }) => is_ended)) throw new ShopError(422, 'ERROR_FIXED', note)
  const isFine = {
    fixed: () => false,
    labels: () => JSON.stringify(ids(before)) === JSON.stringify(ids(after)),
    open: () =>
      own.every((id) => known.has(id)) &&
      new Set(own).size === own.length &&
      (kept === undefined || !known.has(kept) || own.includes(kept)),
  }[kind]()
  if (!isFine) throw new ShopError(422, 'ERROR_FIXED', note)
}
