import type { AddressChangeRequest, HoldDecision } from '@kushi/db/schema/fulfilment'
import { prefectures } from '@kushi/values/prefecture'
import { HOLD_REASON_NAME } from '@kushi/values/shipment'
import type { StopReason } from '../rules/assess.ts'

/** 「欠品: 純椿油 1点」 and the operator's note. */
export function holdReasonText({
  reason,
  note,
  shortage,
}: Pick<HoldDecision, 'reason' | 'note' | 'shortage'>): StopReason {
  const missing = shortage.map(({ name, quantity }) => `${name} ${quantity}点`).join('、')
  const why = missing === '' ? HOLD_REASON_NAME[reason] : `${HOLD_REASON_NAME[reason]}: ${missing}`
  const message = `出荷を止めています。${why}`
  return note === '' ? { message } : { message: `${message}(${note})`, masked: message }
}

/** The text of the requested new address and its reason. */
export function addressChangeRequestText({ shipping_address: to, reason }: AddressChangeRequest): string {
  const { postal_code01, postal_code02, pref_id, addr01, addr02, addr03, name01, name02 } = to
  const address = `${prefectures[pref_id - 1] ?? ''}${addr01}${addr02}${addr03}`
  return `〒${postal_code01}-${postal_code02} ${address} ${name01} ${name02}様(${reason})`
}
