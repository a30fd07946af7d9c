import type { Queryable } from '@kushi/db/connect'
import { master_data } from '@kushi/db/schema/shop'
import { collectsCashAtDoor } from '@kushi/values/payment-method'
import { groupByTemperature } from '@kushi/values/shipment'
import { and, eq, type SQL } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { assessPacking, type PackingFacts } from '../rules/assess.ts'
import type { DueOrder } from './due-orders.ts'
import { loadDueOrders, mayBeDueCondition } from './due-orders.ts'
import { addressChangeRequestText, holdReasonText } from './hold-reason-text.ts'
import { loadShippingTerms, type ShippingTerms } from './shipping-terms.ts'

/** The most orders considered at once; a shop with more packs these first. */
export const MAX_DESK_ORDERS = 2_000

export type DeskAssessment = DueOrder & {
  assessed: PackingFacts
  outcome: ReturnType<typeof assessPacking>
  same_address: string[]
}

/** Every order that could be packed today, and its outcome. `where`: only these. */
export async function assessDeskOrders(
  ctx: Pick<QueryContext, 'shop_id' | 'clock' | 'ports'>,
  db: Queryable,
  where?: SQL,
): Promise<{ terms: ShippingTerms; seen: DeskAssessment[] }> {
  const { shop_id, clock } = ctx
  const today = clock.today()
  const terms = await loadShippingTerms(db, shop_id)
  const due = await loadDueOrders(db, shop_id, {
    where: and(mayBeDueCondition(today, terms.most_days + 1), where)!,
    limit: MAX_DESK_ORDERS,
  })
  const notes = await db
    .select({ label: master_data.label })
    .from(master_data)
    .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, 'delivery_note')))
  const known = new Set(notes.map(({ label }) => label))
  const looked = due.map((one) => {
    const is_note_known = known.has(one.order.delivery_notes)
    const assessed = assessedOf(ctx, terms, one, { is_shared: false, is_note_known })
    return { ...one, assessed, outcome: assessPacking(assessed), same_address: [] as string[] }
  })
  const groups = byAddress(looked.filter(({ outcome }) => outcome.kind !== 'later'))
  const seen = looked.map((one): DeskAssessment => {
    const group = groups.get(recipientKey(one)) ?? []
    if (one.outcome.kind === 'later' || group.length < 2 || one.decision?.parcel != null) return one
    const assessed = { ...one.assessed, is_shared: true }
    return {
      ...one,
      assessed,
      outcome: assessPacking(assessed),
      same_address: group.map(({ order }) => order.order_no),
    }
  })
  return { terms, seen }
}

/** Identifies recipient and address, ignoring spaces; only within one member's orders. */
export const recipientKey = ({ order }: DueOrder): string => {
  const { customer_id, delivery_id, postal_code01, postal_code02, addr01, addr02, addr03, name01, name02 } = order
  const parts = [postal_code01, postal_code02, addr01, addr02, addr03, name01, name02]
  return [customer_id, delivery_id, ...parts.map((part) => part.normalize('NFKC').replace(/\s/g, ''))].join('|')
}

function byAddress<D extends DueOrder>(due: readonly D[]): Map<string, D[]> {
  const groups = new Map<string, D[]>()
  for (const one of due) {
    const key = recipientKey(one)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

function assessedOf(
  { clock, ports }: Pick<QueryContext, 'clock' | 'ports'>,
  terms: ShippingTerms,
  { order, decision, pieces, ready }: DueOrder,
  more: Pick<PackingFacts, 'is_shared' | 'is_note_known'>,
): PackingFacts {
  const { carrier_program: program, mail_delivery_flag: is_mail } = terms.method(order.delivery_id)
  const time = terms.time(order.delivery_time_id)
  const parts = ready.length > 0 ? ready : groupByTemperature(pieces)
  const { delivery_id, pref_id } = order
  const postal_code = order.postal_code01 + order.postal_code02
  return {
    order,
    delivery_id,
    program,
    is_mail,
    ...more,
    terms: program && ports.carrier_file.terms(program),
    has_sender: terms.setting !== null,
    slot: time.slot,
    time_name: time.name,
    temperatures: parts.map(({ temperature }) => temperature),
    is_cash: collectsCashAtDoor(order),
    days: terms.daysTo({ delivery_id, pref_id, postal_code }),
    today: clock.today(),
    label: decision?.label ?? null,
    town_doubt: decision?.label ? null : (decision?.town_doubt ?? null),
    is_note_read: decision?.note_read_at != null,
    is_cancel_asked: decision?.cancel_asked_at != null,
    address_wish: decision?.address_wish ? addressChangeRequestText(decision.address_wish) : null,
    held: decision?.held ? holdReasonText(decision.held) : null,
    is_person_checked: decision?.held?.reason === 'person',
  }
}
