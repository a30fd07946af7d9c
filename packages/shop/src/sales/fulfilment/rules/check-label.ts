import type { Party } from '@kushi/contract/address'
import { addDays, type CalendarDate, isCalendarDate } from '@kushi/values/calendar-date'
import { DELIVERY_SLOT_NAME, type DeliverySlot } from '@kushi/values/delivery-slot'
import { isPhone } from '@kushi/values/phone'
import { prefecturesOfPostcode } from '@kushi/values/postcode-prefecture'
import { prefectures } from '@kushi/values/prefecture'
import { TEMPERATURE_NAME, type Temperature } from '@kushi/values/shipment'
import type { CarrierLabelLimits } from '../../../ports/carrier-file-port.ts'
import { labelTextLength, layOutAddress, overlongParts } from './label-parts.ts'
import { unprintableCharacters } from './label-signs.ts'

/** The fields of a label that an operator may correct. */
export interface LabelFields {
  name: string
  /** Seven digits. */
  postal_code: string
  /** From the prefecture on, at most as many lines as the program has. */
  address: string[]
  phone_number: string
  delivery_date: CalendarDate | null
  slot: DeliverySlot | null
  note: string
}

/** The facts that a label is checked against, besides the carrier's terms. */
export interface LabelFacts {
  ship_on: CalendarDate
  /** Days in transit to this address. */
  days: number
  temperature: Temperature
  is_mail: boolean
  is_cash: boolean
}

/** A problem of a label with its field, in words for the operator who corrects it. */
export interface LabelProblem {
  field: keyof LabelFields | 'method'
  message: string
}

/** Everything in this label that the carrier's program would reject or print wrongly. */
export function labelProblems(text: LabelFields, facts: LabelFacts, terms: CarrierLabelLimits): LabelProblem[] {
  return [
    ...checkName(text, terms),
    ...checkAddress(text, terms),
    ...checkPhone(text),
    ...checkWhen(text, facts, terms),
    ...checkNote(text, terms),
    ...checkMethod(facts, terms),
  ]
}

const problem = (field: LabelProblem['field'], message: string): LabelProblem => ({ field, message })
const quoteSigns = (signs: readonly string[]) => signs.map((sign) => `「${sign}」`).join('')
const refused = (what: string, signs: readonly string[]) =>
  `${what}の${quoteSigns(signs.slice(0, 5))}は、送り状に印字できません。`
const longest = (length: number, { unit }: CarrierLabelLimits) =>
  unit === 'signs' ? `${length}文字` : `全角${length / 2}文字`

function checkName({ name }: LabelFields, terms: CarrierLabelLimits): LabelProblem[] {
  if (name.trim() === '') return [problem('name', 'お名前がありません。')]
  const signs = unprintableCharacters(name)
  if (signs.length > 0) return [problem('name', refused('お名前', signs))]
  if (labelTextLength(name, terms.unit) > terms.name)
    return [problem('name', `お名前が長すぎます(${longest(terms.name, terms)}まで)。`)]
  return []
}

function checkAddress({ address, postal_code }: LabelFields, terms: CarrierLabelLimits): LabelProblem[] {
  const found: LabelProblem[] = []
  const signs = unprintableCharacters(address.join(''))
  if (signs.length > 0) found.push(problem('address', refused('ご住所', signs)))
  else if (address.length > terms.address.length)
    found.push(problem('address', `ご住所は${terms.address.length}行までです。`))
  else
    for (const n of overlongParts(address, terms))
      found.push(problem('address', `ご住所の${n + 1}行目が長すぎます(${longest(terms.address[n]!, terms)}まで)。`))
  return [...found, ...checkPostalCode(postal_code, address[0] ?? '')]
}

function checkPostalCode(postal_code: string, part: string): LabelProblem[] {
  if (!/^\d{7}$/.test(postal_code)) return [problem('postal_code', '郵便番号は数字7桁です。')]
  const pref = prefectures.find((name) => part.startsWith(name))
  if (!pref) return [problem('address', 'ご住所は都道府県から始めてください。')]
  const fitting = prefecturesOfPostcode(postal_code).map((id) => prefectures[id - 1]!)
  if (fitting.includes(pref)) return []
  return [
    problem(
      'postal_code',
      `郵便番号${postal_code.slice(0, 3)}-${postal_code.slice(3)}は${fitting.join('か')}ですが、ご住所は${pref}です。`,
    ),
  ]
}

const checkPhone = ({ phone_number }: LabelFields): LabelProblem[] =>
  isPhone(phone_number) && phone_number.startsWith('0') ? [] : [problem('phone_number', '電話番号の桁数が合いません。')]

function checkWhen({ delivery_date, slot }: LabelFields, facts: LabelFacts, terms: CarrierLabelLimits): LabelProblem[] {
  const found: LabelProblem[] = []
  if (slot !== null && (facts.is_mail || !terms.slots.includes(slot)))
    found.push(problem('slot', `お届け時間帯「${DELIVERY_SLOT_NAME[slot]}」は、この配送会社では指定できません。`))
  if (delivery_date === null) return found
  const earliest = addDays(facts.ship_on, facts.days)
  if (!isCalendarDate(delivery_date) || facts.is_mail)
    found.push(problem('delivery_date', 'お届け日は、この配送方法では指定できません。'))
  else if (delivery_date < earliest)
    found.push(
      problem('delivery_date', `ご指定のお届け日(${day(delivery_date)})に間に合いません。最短は${day(earliest)}です。`),
    )
  else if (delivery_date > addDays(facts.ship_on, terms.most_days))
    found.push(problem('delivery_date', `お届け日は、発送から${terms.most_days}日先まで指定できます。`))
  return found
}

const day = (date: CalendarDate) => `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`

function checkNote({ note }: LabelFields, terms: CarrierLabelLimits): LabelProblem[] {
  if (note === '') return []
  const signs = unprintableCharacters(note)
  if (signs.length > 0) return [problem('note', refused('備考', signs))]
  if (labelTextLength(note, terms.unit) <= terms.note) return []
  return [
    problem(
      'note',
      terms.note === 0
        ? '備考は、この配送会社の送り状に印字できません。'
        : `備考が長すぎます(${longest(terms.note, terms)}まで)。`,
    ),
  ]
}

function checkMethod({ temperature, is_mail, is_cash }: LabelFacts, terms: CarrierLabelLimits): LabelProblem[] {
  const found: string[] = []
  if (!terms.temperatures.includes(temperature)) found.push('クール便')
  if (is_mail && !terms.mail) found.push('メール便')
  if (is_cash && !terms.cash_on_delivery) found.push('代金引換')
  const unfit = found.map((what) => problem('method', `この送り状ソフトでは、${what}を出せません。`))
  if (is_mail && temperature !== 'normal')
    unfit.push(
      problem('method', `${TEMPERATURE_NAME[temperature]}の商品は、メール便で送れません。配送方法を変更してください。`),
    )
  return unfit
}

export const addressParts = ({ pref_id, addr01, addr02, addr03 }: Party): string[] => [
  `${prefectures[pref_id - 1]!}${addr01}`,
  addr02,
  addr03,
]

/**
 * The label as the customer wrote it. By メール便 the label has no date. A later delivery of a 定期便 by メール便 still has one,
 * which decides when it is packed.
 */
export function customerLabel(
  order: Party & { delivery_date: CalendarDate | null; delivery_notes: string },
  { slot, is_mail }: { slot: DeliverySlot | null; is_mail: boolean },
  terms: CarrierLabelLimits,
): LabelFields {
  return {
    name: `${order.name01} ${order.name02}`.trim(),
    postal_code: order.postal_code01 + order.postal_code02,
    address: layOutAddress(addressParts(order), terms),
    phone_number: order.phone_number,
    delivery_date: is_mail ? null : order.delivery_date,
    slot,
    note: order.delivery_notes,
  }
}
