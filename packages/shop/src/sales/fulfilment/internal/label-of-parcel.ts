import { collectsCashAtDoor } from '@kushi/values/payment-method'
import type { Context } from '../../../context.ts'
import type { CarrierLabelLimits, ShippingLabel } from '../../../ports/carrier-file-port.ts'
import { customerLabel, type LabelProblem, labelProblems } from '../rules/check-label.ts'
import type { PackedParcel } from './load-batch.ts'
import type { ShippingTerms } from './shipping-terms.ts'

interface CheckedLabel {
  label: ShippingLabel
  problems: LabelProblem[]
}

/** 送り状 of a packed parcel, and the problems for which its carrier would reject it. */
export function buildParcelLabel(
  ctx: Pick<Context, 'clock'>,
  { setting, method, time, daysTo }: ShippingTerms,
  terms: CarrierLabelLimits,
  { parcel, order, decision, cash }: PackedParcel,
  collects_cash: boolean,
): CheckedLabel {
  const { delivery_id, pref_id } = order
  const is_mail = method(parcel.delivery_id).mail_delivery_flag
  const slot = time(order.delivery_time_id).slot ?? null
  const text = decision?.label ?? customerLabel(order, { slot, is_mail }, terms)
  const ship_on = ctx.clock.today()
  const facts = {
    ship_on,
    days: daysTo({ delivery_id, pref_id, postal_code: text.postal_code }),
    temperature: parcel.temperature,
    is_mail,
    is_cash: collectsCashAtDoor(order),
  }
  const { shipment_no } = parcel
  const label = {
    ...text,
    ship_on,
    shipment_no,
    temperature: parcel.temperature,
    is_mail,
    // One parcel of the order collects the whole amount.
    cash_on_delivery: facts.is_cash && collects_cash ? (cash ?? cashOf(order)) : null,
    item_name: setting!.item_name,
  }
  return { label, problems: labelProblems(text, facts, terms) }
}

const cashOf = ({ payment_total, tax_total }: PackedParcel['order']) => ({ amount: payment_total, tax: tax_total })
