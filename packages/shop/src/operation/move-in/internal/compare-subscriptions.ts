import type { SubscriptionChange } from '@kushi/contract/subscription'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { moved_row } from '@kushi/db/schema/move-in'
import { subscription, subscription_cycle, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addressLine } from '@kushi/values/address'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { FEE_NAME } from '@kushi/values/order-amounts'
import { type PaymentMethodId, paymentMethod } from '@kushi/values/payment-method'
import {
  SUBSCRIPTION_STATUS,
  SUBSCRIPTION_STATUS_NAME,
  type SubscriptionStatusId,
} from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, ne } from 'drizzle-orm'
import { contextInTransaction } from '../../../context.ts'
import type { AdminContext, AdminQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import {
  endSubscription,
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  recordEvent,
  refreshAgreedTerms,
  saveSubscription,
} from '../../../sales/subscription/index.ts'
import {
  addMention,
  type KnownRecords,
  type KnownSku,
  type MentionList,
  mentionedText,
} from '../rules/known-records.ts'
import { parseMemberNo } from '../rules/read-party.ts'
import { type MovedSubscription, parseMovedSubscription } from '../rules/read-subscription.ts'
import type { ImportedRow, RowProblem } from '../rules/row-reader.ts'
import { partyDifferences } from './compare-rows.ts'
import { movedFromSystemCondition } from './load-known-records.ts'

const { normal, pause, cancel } = SUBSCRIPTION_STATUS

/**
 * Compares rows with the 定期便 that an earlier move imported. One that has ended in the file ends here too, so that it
 * is never charged again. Another follows the file until something was changed or arranged here. `run` null: a
 * rehearsal, which changes nothing. Returns the numbers of those that change.
 */
export async function compareMovedSubscriptions(
  ctx: AdminContext,
  rows: readonly ImportedRow[],
  known: KnownRecords,
  run: string | null,
): Promise<Set<string>> {
  const changed = new Set<string>()
  if (rows.length === 0) return changed
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, ...contextInTransaction(ctx, tx), is_quiet: true }
    const ids = rows.map(({ id }) => id)
    const found = tx
      .select()
      .from(subscription)
      .where(and(eq(subscription.shop_id, ctx.shop_id), isAnyOfCondition(subscription.id, ids)))
      .orderBy(asc(subscription.id))
    const all = await loadSubscriptionsWithDetails(inside, await (run === null ? found : found.for('update')))
    const byId = new Map(all.map((one) => [one.row.id, one]))
    const skus = new Map([...known.skus.values()].map((sku) => [sku.id, sku]))
    for (const row of rows) {
      const ours = byId.get(row.id)
      if (ours && (await compareOne(tx, inside, { ...row, ours, known, skus, isRun: run !== null })))
        changed.add(row.foreign_no)
    }
    if (run === null || changed.size === 0) return
    const [first] = changed
    const after = { file: run, count: changed.size, first: first!, last: [...changed].at(-1)! }
    await recordAudit(tx, ctx, {
      subject: 'move_in',
      subject_id: run,
      subject_name: '取り込み済みの定期便の変更',
      after,
    })
  })
  return changed
}

interface Compared extends ImportedRow {
  ours: LoadedSubscription
  known: KnownRecords
  skus: ReadonlyMap<number, KnownSku>
  isRun: boolean
}

/** Whether the file changes it. */
async function compareOne(tx: Tx, ctx: AdminQueryContext, compared: Compared): Promise<boolean> {
  const { foreign_no, readers, ours, known, skus, isRun } = compared
  const reader = readers[0]!
  const { row, order } = ours
  const who = reader.copy()
  const before = known.subscriptions.get(foreign_no)
  if (parseMemberNo(who, known) !== before?.member_no || !who.isGood) {
    for (const { head, message } of who.problems) reader.fault(head, message)
    if (who.isGood) reader.fault('会員番号', `定期「${foreign_no}」は、前に別の会員の定期便として取り込みました。`)
    return false
  }
  if (row.summary_status === cancel) return false
  const name = `取り込み済みの定期便(契約番号 ${row.id})`
  const file = readers.map((one) => one.copy())
  const theirs = parseMovedSubscription(file, foreign_no, known)
  if (theirs === null) {
    if (order?.status === 'payment_pending') {
      reader.fault(
        'ステータス',
        `${name}は、前のシステムで終わっていますが、お支払いを確認中です。済んでから、もう一度お試しください。`,
      )
      return false
    }
    const isOpen = order?.status === 'received' || order?.status === 'arranged'
    reader.note(
      'ステータス',
      `前のシステムで終わっているため、${name}を終えます。${isOpen ? `手配した注文 ${order.order_no} は残るので、発送の前にキャンセルしてください。` : ''}`,
    )
    if (!isRun) return true
    await endSubscription(ctx, { id: row.id, reason: '前のシステムで終わっていたため' })
    // A contract that was also changed here stays changed, and is not reverted with the move.
    if (row.version === before.version) await noteMovedVersion(tx, ctx, compared, row.version + 1)
    return true
  }
  const items = itemsOf(theirs, file, ours)
  const changes = changesTo(ours, theirs, items, { known, skus, isDeliveryNamed: file[0]!.text('配送方法') !== '' })
  const higher = higherFees(ours, theirs)
  if (higher.length > 0) addMention(known.higher_fees, `${foreign_no} ${higher.join(' ')}`)
  if (changes.length === 0) return false
  const what = changes.map(saidOf).join('、')
  const isTouched =
    row.version !== before.version || order !== null || ![normal, pause].some((one) => one === row.summary_status)
  if (isTouched) {
    reader.note('', `${name}と違います(${what})。当店で変更や手配があったため、当店の内容のままにします。`)
    return false
  }
  const faults = file.flatMap(({ problems }) => problems).filter(({ is_taken }) => !is_taken)
  if (faults.length > 0) {
    for (const { head, message } of faults) reader.fault(head, message)
    reader.fault('', `${name}と違います(${what})が、改められません。当店では前の内容のまま続きます。`)
    return false
  }
  reader.note('', `${name}を、このファイルの内容に改めます(${what})。`)
  if (isRun) await takeAnew(tx, ctx, compared, { theirs, items, changes })
  return true
}

type Items = MovedSubscription['items']

/** A price that a row does not state stays. */
const itemsOf = (
  { items }: MovedSubscription,
  file: Compared['readers'],
  { items: there }: LoadedSubscription,
): Items =>
  items.length < file.length
    ? items
    : items.map((item, n) => {
        const same = there.find(({ product_sku_id }) => product_sku_id === item.sku.id)
        return file[n]!.text('単価') === '' && same ? { ...item, following_price: same.following_price } : item
      })

function changesTo(
  { row, items: there }: LoadedSubscription,
  theirs: MovedSubscription,
  items: Items,
  { known, skus, isDeliveryNamed }: Pick<Compared, 'known' | 'skus'> & { isDeliveryNamed: boolean },
): SubscriptionChange[] {
  const changes: SubscriptionChange[] = []
  const compare = (name: string, label: string, before: string, after: string) => {
    if (before !== after) changes.push({ name, label, before, after })
  }
  const status = (id: number) => SUBSCRIPTION_STATUS_NAME[id as SubscriptionStatusId]
  const deliveryText = (id: number | undefined) =>
    known.deliveries.find((one) => one.id === id)?.delivery_name ?? `${id}`
  const times = known.deliveries.flatMap((one) => one.times)
  const timeText = (id: number | null) => times.find((one) => one.id === id)?.name ?? '指定なし'
  compare('summary_status', '状態', status(row.summary_status), status(theirs.status))
  // The contract has continued here since.
  if (row.cycle <= theirs.cycle) {
    compare('cycle', '回数', `${row.cycle}`, `${theirs.cycle}`)
    compare('next_delivery_date', '次回お届け日', row.next_delivery_date, theirs.next_delivery_date)
    compare('next_next_delivery_date', '次々回お届け日', row.next_next_delivery_date, theirs.next_next_delivery_date)
  }
  compare('delivery_pattern', 'お届け周期', deliveryPatternText(row), deliveryPatternText(theirs.pattern))
  if (partyDifferences(row, theirs.party).length > 0)
    compare('shipping_address', 'お届け先', partyText(row), partyText(theirs.party))
  if (isDeliveryNamed)
    compare('delivery_id', '配送方法', deliveryText(row.delivery_id), deliveryText(theirs.delivery?.id))
  compare('delivery_time_id', 'お届け時間帯', timeText(row.delivery_time_id), timeText(theirs.delivery_time_id))
  compare('delivery_notes', '置き配・配送メモ', row.delivery_notes, theirs.delivery_notes)
  if (wayKey(row) !== wayKey(theirs))
    changes.push({ name: 'payment_method_id', label: 'お支払い方法', before: wayText(row), after: wayText(theirs) })
  compare('adjustment_amount', '調整額', formatYen(row.adjustment_amount), formatYen(theirs.adjustment_amount))
  const own = there.map((one) => ({ ...one, sku: skus.get(one.product_sku_id)! }))
  compare('items', '商品', itemsText(own), itemsText(items))
  // A fee that was agreed never rises.
  for (const { name, agreed, said } of feesOf({ row }, theirs))
    if (said < agreed) compare(name, FEE_NAME[name], formatYen(agreed), formatYen(said))
  return changes
}

/** Each fee that the file says, beside the most that was agreed. */
function feesOf({ row }: Pick<LoadedSubscription, 'row'>, { told }: MovedSubscription) {
  const agreed = row.agreed_terms
  if (!agreed) return []
  const most = {
    delivery_fee: agreed.delivery_fee,
    cool_fee: agreed.cool_fee ?? 0,
    payment_fee: Math.max(0, ...(agreed.payment_fees ?? []).map(({ fee }) => fee)),
  }
  return (['delivery_fee', 'cool_fee', 'payment_fee'] as const).flatMap((name) => {
    const said = told[name]
    return said === null ? [] : { name, agreed: most[name], said }
  })
}

const higherFees = (ours: LoadedSubscription, theirs: MovedSubscription): string[] =>
  feesOf(ours, theirs).flatMap(({ name, agreed, said }) =>
    said > agreed ? `${FEE_NAME[name]} ${formatYen(agreed)} → ${formatYen(said)}` : [],
  )

/** Returns a note about contracts whose fees are higher in a newer file than they were agreed. null: there are none. */
export function higherFeesProblem({ higher_fees }: KnownRecords): RowProblem | null {
  if (higher_fees.count === 0) return null
  const message = `取り込み済みの定期便のうち、${higher_fees.count}件の送料・クール代・手数料が、お約束より高くなっています(${mentionedText(higher_fees)})。お約束の額のままにします。`
  return { row: 1, head: '定期番号', message, is_taken: true }
}

const partyText = (party: MovedSubscription['party']) =>
  `${party.name01} ${party.name02} ${addressLine(party)} ${party.phone_number}`
type Way = Pick<LoadedSubscription['row'], 'payment_method_id' | 'card_seq' | 'charge_permission_id'>
const wayKey = ({ payment_method_id, card_seq, charge_permission_id }: Way) =>
  [payment_method_id, card_seq, charge_permission_id].join()
const wayText = ({ payment_method_id, card_seq }: Way) =>
  `${paymentMethod(payment_method_id as PaymentMethodId).name}${card_seq === null ? '' : `(カード${card_seq + 1})`}`
const itemsText = (items: Items) =>
  items
    .map(({ sku, quantity, following_price }) => `${sku.product_code} ${formatYen(following_price)}×${quantity}`)
    .toSorted()
    .join(' ')

/** Fields that the report names without their values, because it goes to terminals and files. */
const NOT_SAID = ['shipping_address', 'delivery_notes', 'payment_method_id']
const saidOf = ({ name, label, before, after }: SubscriptionChange) =>
  NOT_SAID.includes(name) ? label : `${label} ${before} → ${after}`

interface Anew {
  theirs: MovedSubscription
  items: Items
  changes: SubscriptionChange[]
}

/**
 * Writes the contract as the file says, and announces its next delivery anew. Agreed terms stay where they still apply,
 * or fall to the file's promise.
 */
async function takeAnew(
  tx: Tx,
  ctx: AdminQueryContext,
  { ours: { row }, foreign_no, known }: Compared,
  { theirs, items, changes }: Anew,
): Promise<void> {
  const { shop_id } = ctx
  const isPaused = row.summary_status === pause
  const [action, event] =
    theirs.status === pause && !isPaused
      ? (['pause', 'paused'] as const)
      : theirs.status === normal && isPaused
        ? (['reopen', 'reopened'] as const)
        : ([null, 'updated'] as const)
  const saved = await saveSubscription(tx, row, action, {
    ...theirs.party,
    ...theirs.pattern,
    delivery_id: theirs.delivery!.id,
    delivery_time_id: theirs.delivery_time_id,
    delivery_notes: theirs.delivery_notes,
    next_delivery_date: theirs.next_delivery_date,
    next_next_delivery_date: theirs.next_next_delivery_date,
    cycle: theirs.cycle,
    payment_method_id: theirs.payment_method_id,
    card_seq: theirs.card_seq,
    charge_permission_id: theirs.charge_permission_id,
    adjustment_amount: theirs.adjustment_amount,
    delivery_fee: Math.min(row.delivery_fee, theirs.told.delivery_fee ?? row.delivery_fee),
  })
  const item = subscription_order_item
  await tx.delete(item).where(and(eq(item.shop_id, shop_id), eq(item.subscription_id, row.id)))
  await tx.insert(item).values(
    items.map(({ sku, quantity, following_price }) => ({
      shop_id,
      subscription_id: row.id,
      product_sku_id: sku.id,
      quantity,
      following_price,
      parts: sku.parts,
    })),
  )
  const announced = subscription_cycle
  await tx.delete(announced).where(and(eq(announced.shop_id, shop_id), eq(announced.subscription_id, row.id)))
  await refreshAgreedTerms({ ...ctx, ...contextInTransaction(ctx, tx) }, [saved], () => theirs.told)
  await recordEvent(tx, ctx, saved, event, { changes, version: saved.version })
  await noteMovedVersion(tx, ctx, { foreign_no, known }, saved.version)
}

/** Stores the contract's version, by which a later comparison or revert knows that nobody else changed it. */
const noteMovedVersion = (
  tx: Tx,
  { shop_id }: AdminQueryContext,
  { foreign_no, known }: Pick<Compared, 'foreign_no' | 'known'>,
  version: number,
) =>
  tx
    .update(moved_row)
    .set({ version })
    .where(
      and(
        movedFromSystemCondition(shop_id, known.former_system),
        eq(moved_row.kind, 'subscription'),
        eq(moved_row.foreign_no, foreign_no),
      ),
    )

/**
 * Returns a note about running imported 定期便 that a newer file does not contain. They continue here. null: none, or all
 * are missing.
 */
export async function findSubscriptionsMissingInFile(
  { db, shop_id }: AdminContext,
  known: KnownRecords,
): Promise<RowProblem | null> {
  const going = await db
    .select({ no: moved_row.foreign_no })
    .from(moved_row)
    .innerJoin(subscription, refersToCondition(moved_row.row_id, subscription))
    .where(
      and(
        movedFromSystemCondition(shop_id, known.former_system),
        eq(moved_row.kind, 'subscription'),
        ne(subscription.summary_status, cancel),
      ),
    )
    .orderBy(asc(moved_row.foreign_no))
  const missing = going.map(({ no }) => no).filter((no) => !known.subscriptions_here.has(no))
  if (missing.length === 0 || missing.length === going.length) return null
  const mentioned: MentionList = { count: 0, first: [] }
  for (const no of missing) addMention(mentioned, no)
  const message = `前に取り込んで続いている定期便のうち、${missing.length}件がファイルにありません(${mentionedText(mentioned)})。当店では続きます。前のシステムで終わっていないか、確かめてください。`
  return { row: 1, head: '定期番号', message, is_taken: true }
}
