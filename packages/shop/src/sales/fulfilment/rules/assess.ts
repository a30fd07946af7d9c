import type { Party } from '@kushi/contract/address'
import type { StoppedOrderAction } from '@kushi/contract/admin/shipping'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { CarrierProgram } from '@kushi/values/carrier'
import type { DeliverySlot } from '@kushi/values/delivery-slot'
import type { Temperature } from '@kushi/values/shipment'
import { isBlank } from '@kushi/values/text'
import type { CarrierLabelLimits } from '../../../ports/carrier-file-port.ts'
import { customerLabel, type LabelFacts, type LabelFields, type LabelProblem, labelProblems } from './check-label.ts'
import { proposeLabel } from './propose-label.ts'
import { firstPackingDay } from './reach.ts'

/** Everything that decides whether an order can be packed today. */
export interface PackingFacts {
  order: Party & { delivery_date: CalendarDate | null; delivery_notes: string }
  delivery_id: number
  program: CarrierProgram | null
  terms: CarrierLabelLimits | null
  has_sender: boolean
  /** undefined: no carrier has such a time slot. */
  slot: DeliverySlot | null | undefined
  time_name: string | null
  temperatures: readonly Temperature[]
  is_mail: boolean
  is_cash: boolean
  days: number
  today: CalendarDate
  /** The label as the desk has changed it, if it has. */
  label: LabelFields | null
  /** The town of the postcode, if the address names another one and the desk has not decided yet. */
  town_doubt: string | null
  is_note_read: boolean
  /** The note is one of the shop's own choices, so no operator has to read it. */
  is_note_known: boolean
  is_cancel_asked: boolean
  /** The text of the customer's request for another address. */
  address_wish: string | null
  /** 出荷を止めている: why, in words. */
  held: StopReason | null
  /** It is held for 同じ方かの確認, which is decided on the order's page. */
  is_person_checked: boolean
  /** Other orders to the same address are waiting too, and the desk has not decided yet whether they go together. */
  is_shared: boolean
}

/**
 * The reason in words. `masked`: a version for operators who may not see personal data, if the words quote the
 * customer.
 */
export interface StopReason {
  message: string
  masked?: string
}

/** The text that the operator may read; `isOpen`: may see what the customer wrote. */
export const stopReasonText = ({ message, masked = message }: StopReason, isOpen: boolean): string =>
  isOpen ? message : masked

/** Why an order is stopped, the action that resolves it, and the proposed label if there is one. */
export interface PackingStop {
  reasons: StopReason[]
  action: StoppedOrderAction
  to: string | null
  proposal: LabelFields | null
}

/**
 * `later`: not due yet; `ready`: its label can be printed; otherwise the reasons that stop it, the most urgent first.
 */
export function assessPacking(
  seen: PackingFacts,
): { kind: 'later'; from: CalendarDate } | { kind: 'ready' } | ({ kind: 'stopped' } & PackingStop) {
  const from = firstPackingDay(seen.label?.delivery_date ?? seen.order.delivery_date, seen.days)
  const waits = seen.is_cancel_asked || seen.address_wish !== null || seen.held !== null
  if (from !== null && from > seen.today && !waits) return { kind: 'later', from }
  const stops = [
    cancelStop(seen),
    addressStop(seen),
    heldStop(seen),
    settingStop(seen),
    labelStop(seen),
    parcelStop(seen),
    noteStop(seen),
  ].filter((one) => one !== null)
  const [first] = stops
  if (!first) return { kind: 'ready' }
  return { kind: 'stopped', ...first, reasons: stops.flatMap(({ reasons }) => reasons) }
}

const stop = (
  action: StoppedOrderAction,
  reasons: (string | StopReason)[],
  more: Partial<PackingStop> = {},
): PackingStop => ({
  reasons: reasons.map((one) => (typeof one === 'string' ? { message: one } : one)),
  action,
  to: null,
  proposal: null,
  ...more,
})

const cancelStop = ({ is_cancel_asked }: PackingFacts) =>
  is_cancel_asked ? stop('decide_cancel', ['お客様がキャンセルを希望しています。']) : null

const addressStop = ({ address_wish }: PackingFacts) =>
  address_wish === null ? null : stop('decide_address', [addressStopReason(address_wish)])

/** The reason of an order that is stopped by a request for another address. The masked version omits the address. */
export const addressStopReason = (words: string): StopReason => ({
  message: `宛先の変更のご希望があります: ${words}`,
  masked: '宛先の変更のご希望があります。',
})

const heldStop = ({ held, is_person_checked }: PackingFacts) =>
  held === null ? null : stop(is_person_checked ? 'open_order' : 'release', [held])

function settingStop({ program, has_sender, delivery_id }: PackingFacts): PackingStop | null {
  if (program === null)
    return stop('open_setting', ['この配送方法の送り状ソフトが決まっていません。'], {
      to: `/setting/delivery/${delivery_id}`,
    })
  return has_sender ? null : stop('open_setting', ['ご依頼主が登録されていません。'], { to: '/setting/shipping' })
}

/** The facts that the label of an order is checked against. */
export const labelFactsOfParcel = ({ today, days, temperatures, is_mail, is_cash }: PackingFacts): LabelFacts => ({
  ship_on: today,
  days,
  is_mail,
  is_cash,
  temperature: temperatures.find((one) => one !== 'normal') ?? 'normal',
})

/** The label as it would be printed now. */
export const currentLabel = (seen: PackingFacts, terms: CarrierLabelLimits): LabelFields =>
  seen.label ?? customerLabel(seen.order, { slot: seen.slot ?? null, is_mail: seen.is_mail }, terms)

function labelStop(seen: PackingFacts): PackingStop | null {
  const { terms } = seen
  if (!terms) return null
  const text = currentLabel(seen, terms)
  const facts = labelFactsOfParcel(seen)
  const problems = labelProblems(text, facts, terms)
  const isUnknownTime = seen.label === null && seen.slot === undefined
  if (isUnknownTime)
    problems.push({ field: 'slot', message: `お届け時間帯「${seen.time_name}」は、どの配送会社にもありません。` })
  if (seen.town_doubt !== null) problems.push({ field: 'postal_code', message: townDoubtText(seen.town_doubt) })
  if (problems.length === 0) return null
  const { text: proposed, left } = proposeLabel(seen.order, text, facts, terms)
  const isWhole = left.length === 0 && seen.town_doubt === null
  return stop(
    left.some(({ field }) => field === 'method') ? 'open_order' : isWhole ? 'accept' : 'edit',
    problems.map(({ field, message }) => ({ message, ...(field in masked && { masked: masked[field]! }) })),
    { proposal: proposed },
  )
}

/** The postcode names these towns. */
export const townDoubtText = (towns: string): string => `郵便番号は「${towns}」ですが、ご住所が違います。`

const masked: Partial<Record<LabelProblem['field'], string>> = {
  name: 'お名前に、直すところがあります。',
  address: 'ご住所に、直すところがあります。',
  postal_code: '郵便番号に、直すところがあります。',
  note: '備考に、直すところがあります。',
}

const parcelStop = ({ is_shared }: PackingFacts) =>
  is_shared ? stop('decide_parcel', ['同じ宛先のご注文が、ほかにもあります。']) : null

function noteStop({ order, is_note_read, is_note_known }: PackingFacts): PackingStop | null {
  if (isBlank(order.delivery_notes) || is_note_read || is_note_known) return null
  return stop('read_note', [{ message: `備考があります: ${order.delivery_notes.trim()}`, masked: '備考があります。' }])
}
