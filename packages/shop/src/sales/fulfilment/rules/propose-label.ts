import type { Party } from '@kushi/contract/address'
import { addDays } from '@kushi/values/calendar-date'
import { DELIVERY_SLOTS, type DeliverySlot } from '@kushi/values/delivery-slot'
import { normalizePhone } from '@kushi/values/phone'
import type { CarrierLabelLimits } from '../../../ports/carrier-file-port.ts'
import { addressParts, type LabelFacts, type LabelFields, type LabelProblem, labelProblems } from './check-label.ts'
import { labelTextLength, layOutAddress, overlongParts, wrapAddress } from './label-parts.ts'
import { replaceUnprintable, unprintableCharacters } from './label-signs.ts'

/** A corrected label, and the problems that are left for an operator. */
export interface LabelProposal {
  /** The label, corrected as far as possible without an operator. */
  text: LabelFields
  /** Problems that an operator has to decide; empty: the label can be printed like this. */
  left: LabelProblem[]
}

/**
 * Corrects a label as a careful packer would: common characters for rare ones, a long address spread over the other
 * lines, the nearest slot or day. Leaves out nothing that the delivery needs; what would have to be left out is for an
 * operator to decide.
 */
export function proposeLabel(
  order: Party,
  text: LabelFields,
  facts: LabelFacts,
  terms: CarrierLabelLimits,
): LabelProposal {
  const proposed: LabelFields = {
    name: nameOf(order, text.name),
    postal_code: text.postal_code,
    address: addressOf(addressParts(order), text.address, terms),
    phone_number: phoneOf(text.phone_number),
    ...whenOf(text, facts, terms),
    note: noteOf(text.note, terms),
  }
  return { text: proposed, left: labelProblems(proposed, facts, terms) }
}

/** A part of the name that can't be printed is replaced by its kana. */
function nameOf({ name01, name02, kana01, kana02 }: Party, name: string): string {
  const printable = replaceUnprintable(name)
  if (unprintableCharacters(printable).length === 0) return printable
  const parts = [
    [name01, kana01],
    [name02, kana02],
  ] as const
  if (name !== `${name01} ${name02}`.trim()) return printable
  return parts
    .map(([kanji, kana]) =>
      unprintableCharacters(replaceUnprintable(kanji)).length > 0 && kana !== ''
        ? replaceUnprintable(kana)
        : replaceUnprintable(kanji),
    )
    .join(' ')
    .trim()
}

function addressOf(parts: readonly string[], laidOut: readonly string[], terms: CarrierLabelLimits): string[] {
  const isOwn = layOutAddress(parts, terms).join('\n') === laidOut.join('\n')
  const printable = (isOwn ? parts : laidOut).map(replaceUnprintable)
  const plain = isOwn ? layOutAddress(printable, terms) : printable
  if (plain.length <= terms.address.length && overlongParts(plain, terms).length === 0) return plain
  return wrapAddress(printable, terms) ?? plain
}

/** Adds the leading zero that a spreadsheet dropped. */
function phoneOf(phone: string): string {
  const digits = normalizePhone(phone)
    .replace(/^81(?=\d{9,10}$)/, '0')
    .replace(/\D/g, '')
  return /^[1-9]\d{8,9}$/.test(digits) ? `0${digits}` : digits
}

function whenOf({ delivery_date, slot }: LabelFields, facts: LabelFacts, terms: CarrierLabelLimits) {
  if (facts.is_mail) return { delivery_date: null, slot: null }
  const earliest = addDays(facts.ship_on, facts.days)
  return {
    delivery_date: delivery_date !== null && delivery_date < earliest ? earliest : delivery_date,
    slot: slot === null || terms.slots.includes(slot) ? slot : nearest(slot, terms.slots),
  }
}

/** The carrier's slot whose start is nearest; of two equally near, the later one. */
function nearest(slot: DeliverySlot, offered: readonly DeliverySlot[]): DeliverySlot | null {
  const from = (one: DeliverySlot) => (one === 'am' ? 8 : Number(one.split('-')[0]))
  const [best] = DELIVERY_SLOTS.filter((one) => offered.includes(one)).sort(
    (a, b) => Math.abs(from(a) - from(slot)) - Math.abs(from(b) - from(slot)) || from(b) - from(a),
  )
  return best ?? null
}

/** A cut-off note may say the opposite, so the label shows it whole or not at all; the slip always shows it. */
function noteOf(note: string, terms: CarrierLabelLimits): string {
  const printable = replaceUnprintable(note)
  if (unprintableCharacters(printable).length > 0) return printable
  return labelTextLength(printable, terms.unit) > terms.note ? '' : printable
}
