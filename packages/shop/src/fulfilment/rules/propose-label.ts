import type { Party } from '@kushi/contract/address'
import { addDays } from '@kushi/values/calendar-date'
import { DELIVERY_SLOTS, type DeliverySlot } from '@kushi/values/delivery-slot'
import { compactDigits } from '@kushi/values/text'
import type { LabelTerms } from '../carrier-file-port.ts'
import { checkLabel, type LabelFacts, type LabelProblem, type LabelText, partsOf } from './check-label.ts'
import { flow, layOut, lengthOf, tooLong } from './label-lines.ts'
import { toPrintable, unprintable } from './label-signs.ts'

export interface Proposal {
  /** The label put right as far as it can be without asking anybody. */
  text: LabelText
  /** What is left for a person to decide; empty: it can be sent like this. */
  left: LabelProblem[]
}

/**
 * What a careful packer would write instead: common signs for rare ones, a long address over the other lines, the nearest
 * slot or day. Nothing that a postman needs is left out; what would have to be, is left to a person.
 */
export function proposeLabel(order: Party, text: LabelText, facts: LabelFacts, terms: LabelTerms): Proposal {
  const proposed: LabelText = {
    name: nameOf(order, text.name),
    postal_code: text.postal_code,
    address: addressOf(partsOf(order), text.address, terms),
    phone_number: phoneOf(text.phone_number),
    ...whenOf(text, facts, terms),
    note: noteOf(text.note, terms),
  }
  return { text: proposed, left: checkLabel(proposed, facts, terms) }
}

/** A part of the name that nobody can print is written in its kana, which the customer gave with it. */
function nameOf({ name01, name02, kana01, kana02 }: Party, name: string): string {
  const printable = toPrintable(name)
  if (unprintable(printable).length === 0) return printable
  const parts = [
    [name01, kana01],
    [name02, kana02],
  ] as const
  if (name !== `${name01} ${name02}`.trim()) return printable
  return parts
    .map(([kanji, kana]) =>
      unprintable(toPrintable(kanji)).length > 0 && kana !== '' ? toPrintable(kana) : toPrintable(kanji),
    )
    .join(' ')
    .trim()
}

function addressOf(parts: readonly string[], lines: readonly string[], terms: LabelTerms): string[] {
  const isOwn = layOut(parts, terms).join('\n') === lines.join('\n')
  const printable = (isOwn ? parts : lines).map(toPrintable)
  const plain = isOwn ? layOut(printable, terms) : printable
  if (plain.length <= terms.address.length && tooLong(plain, terms).length === 0) return plain
  return flow(printable, terms) ?? plain
}

/** +81 and a zero that a spreadsheet has eaten. */
function phoneOf(phone: string): string {
  const digits = compactDigits(phone)
    .replace(/^\+?81(?=\d{9,10}$)/, '0')
    .replace(/\D/g, '')
  return /^[1-9]\d{8,9}$/.test(digits) ? `0${digits}` : digits
}

function whenOf({ delivery_date, slot }: LabelText, facts: LabelFacts, terms: LabelTerms) {
  if (facts.is_mail) return { delivery_date: null, slot: null }
  const earliest = addDays(facts.ship_on, facts.days)
  return {
    delivery_date: delivery_date !== null && delivery_date < earliest ? earliest : delivery_date,
    slot: slot === null || terms.slots.includes(slot) ? slot : nearest(slot, terms.slots),
  }
}

/** The slot that the carrier offers with the least hours between the beginnings, rather a later than an earlier one. */
function nearest(slot: DeliverySlot, offered: readonly DeliverySlot[]): DeliverySlot | null {
  const from = (one: DeliverySlot) => (one === 'am' ? 8 : Number(one.split('-')[0]))
  const [best] = DELIVERY_SLOTS.filter((one) => offered.includes(one)).sort(
    (a, b) => Math.abs(from(a) - from(slot)) - Math.abs(from(b) - from(slot)) || from(b) - from(a),
  )
  return best ?? null
}

/** A note that is cut off may say the opposite: on the label it stands whole or not at all, on the slip it stands always. */
function noteOf(note: string, terms: LabelTerms): string {
  const printable = toPrintable(note)
  if (unprintable(printable).length > 0) return printable
  return lengthOf(printable, terms.unit) > terms.note ? '' : printable
}
