import { LabelText as LabelTextSchema } from '@kushi/contract/admin/shipping'
import type { FieldSchema } from '@kushi/contract/field-meta'
import { personalFields } from '@kushi/contract/personal'
import type { Tx } from '@kushi/db/connect'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { normalizePhone } from '@kushi/values/phone'
import { parseAddressPlace } from '@kushi/values/postcode-town'
import { compactDigits } from '@kushi/values/text'
import { and, eq, inArray } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { lockOrder, type OrderRow, orderAuditSubject } from '../../order/index.ts'
import { findConflictingTowns } from '../internal/check-towns.ts'
import { saveShippingDecision } from '../internal/decisions.ts'
import { assessDeskOrders, type DeskAssessment } from '../internal/desk.ts'
import { currentLabel, labelFactsOfParcel, townDoubtText } from '../rules/assess.ts'
import { addressParts, type LabelFields, labelProblems } from '../rules/check-label.ts'
import { replaceUnprintable } from '../rules/label-signs.ts'
import { proposeLabel } from '../rules/propose-label.ts'

/** Locks an order of this shop that is still to be packed. @throws ShopError 404 */
async function lockDue(tx: Tx, ctx: OperatorQueryContext, order_no: string): Promise<DeskAssessment> {
  const [found] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, ctx.shop_id), eq(orders.order_no, order_no)))
  if (!found) throw notFound()
  await lockOrder(tx, found)
  const { seen } = await assessDeskOrders(ctx, tx, eq(orders.id, found.id))
  const [one] = seen
  if (!one) throw notFound()
  return one
}

/** 宛先を直す: changes the label; the order keeps what the customer wrote. @throws ShopError 404, 422 beside the fields */
export const changeShippingLabel: AdminHandler<'PUT /admin/v1/shipping/labels/{order_no}'> = async (
  ctx,
  { order_no, is_postcode_confirmed = false, ...typed },
) => {
  const text: LabelFields = {
    ...typed,
    postal_code: compactDigits(typed.postal_code),
    phone_number: normalizePhone(typed.phone_number),
  }
  const doubt = is_postcode_confirmed ? null : await doubtOf(ctx, text)
  await ctx.db.transaction(async (tx) => {
    const one = await lockDue(tx, ctx, order_no)
    const { terms } = one.assessed
    const problems = terms ? labelProblems(text, labelFactsOfParcel(one.assessed), terms) : []
    if (doubt && !isAsShown(text, one)) problems.push({ field: 'postal_code', message: doubt })
    const beside = problems.filter(({ field }) => field !== 'method')
    if (beside.length > 0)
      throw invalidFields(beside.map(({ field, message }) => ({ path: field, message_id: 'cmn-err-003', message })))
    await keepLabel(tx, ctx, one, text)
  })
  return {}
}

/** Why the postcode does not name the place; null: it does, or that is not known. */
async function doubtOf(ctx: OperatorContext, { postal_code, address }: LabelFields): Promise<string | null> {
  const place = parseAddressPlace(address)
  const towns = place && (await findConflictingTowns(ctx, postal_code, place))
  return towns && townDoubtText(towns)
}

/** Whether the label's place is still the one that the customer wrote and the desk was asked about. */
function isAsShown({ postal_code, address }: LabelFields, { order }: DeskAssessment): boolean {
  const plain = (lines: readonly string[]) => lines.map(replaceUnprintable).join('').replace(/\s/g, '')
  return postal_code === order.postal_code01 + order.postal_code02 && plain(address) === plain(addressParts(order))
}

/** 提案をまとめて採用する: accepts the proposals that can be printed; the other orders stay stopped. */
export const acceptLabelProposals: AdminHandler<'POST /admin/v1/shipping/labels'> = async (ctx, { order_nos }) =>
  ctx.db.transaction(async (tx) => {
    const { seen } = await assessDeskOrders(ctx, tx, inArray(orders.order_no, order_nos))
    const accepted: string[] = []
    for (const one of seen) {
      const { assessed, outcome, order } = one
      if (outcome.kind !== 'stopped' || outcome.action !== 'accept' || !assessed.terms) continue
      await lockOrder(tx, order)
      const text = currentLabel(assessed, assessed.terms)
      const { text: proposed, left } = proposeLabel(assessed.order, text, labelFactsOfParcel(assessed), assessed.terms)
      if (left.length > 0) continue
      await keepLabel(tx, ctx, one, proposed)
      accepted.push(order.order_no)
    }
    if (accepted.length === 0)
      await recordAudit(tx, ctx, { subject: 'order', subject_id: '', subject_name: '採用できる提案なし' })
    return { order_nos: accepted }
  })

async function keepLabel(
  tx: Tx,
  ctx: OperatorQueryContext,
  { order, assessed }: DeskAssessment,
  text: LabelFields,
): Promise<void> {
  const label = LabelTextSchema.parse(text)
  const before = assessed.terms ? currentLabel(assessed, assessed.terms) : {}
  await saveShippingDecision(tx, ctx, order, { label })
  await note(tx, ctx, order, { ...before }, { ...label })
}

/** Restores what the customer wrote. @throws ShopError 404 */
export const restoreCustomerLabel: AdminHandler<'DELETE /admin/v1/shipping/labels/{order_no}'> = async (
  ctx,
  { order_no },
) => {
  await ctx.db.transaction(async (tx) => {
    const { order, decision } = await lockDue(tx, ctx, order_no)
    await saveShippingDecision(tx, ctx, order, { label: null })
    await note(tx, ctx, order, { ...decision?.label }, {})
  })
  return {}
}

/** 備考を読んだ @throws ShopError 404 */
export const markOrderNoteRead: AdminHandler<'POST /admin/v1/shipping/notes/{order_no}'> = async (
  ctx,
  { order_no },
) => {
  await ctx.db.transaction(async (tx) => {
    const { order } = await lockDue(tx, ctx, order_no)
    const note_read_at = ctx.clock.now()
    await saveShippingDecision(tx, ctx, order, { note_read_at })
    await note(
      tx,
      ctx,
      order,
      {},
      { note_read_at, delivery_notes: order.delivery_notes },
      personalFields({ delivery_notes: 'text' }),
    )
  })
  return {}
}

/** Decides for several orders to one address whether they ship in one box or each in its own. @throws ShopError 404 */
export const decideSharedBox: AdminHandler<'POST /admin/v1/shipping/parcels'> = async (ctx, { order_nos, parcel }) => {
  await ctx.db.transaction(async (tx) => {
    const named = and(eq(orders.shop_id, ctx.shop_id), inArray(orders.order_no, order_nos))
    const found = await tx.select().from(orders).where(named).orderBy(orders.id)
    if (found.length < new Set(order_nos).size) throw notFound()
    for (const row of found) {
      const { order } = await lockOrder(tx, row)
      const [known] = await tx
        .select({ parcel: shipping_decision.parcel })
        .from(shipping_decision)
        .where(and(eq(shipping_decision.shop_id, order.shop_id), eq(shipping_decision.order_id, order.id)))
      await saveShippingDecision(tx, ctx, order, { parcel })
      await note(tx, ctx, order, { parcel: known?.parcel ?? null }, { parcel })
    }
  })
  return {}
}

const note = (
  tx: Tx,
  ctx: OperatorQueryContext,
  order: OrderRow,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  shape: FieldSchema = LabelTextSchema,
) => recordAudit(tx, ctx, { ...orderAuditSubject(order), before, after, shape })
