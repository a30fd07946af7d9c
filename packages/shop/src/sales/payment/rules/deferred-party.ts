import type { FieldFailure } from '@kushi/contract/failure'
import { MAX_DEFERRED_ADDRESS_LENGTH, MAX_DEFERRED_NAME_LENGTH } from '@kushi/values/limits'
import { fieldRuleMessage } from '@kushi/values/message'
import { isBillablePhone } from '@kushi/values/phone'

interface Party {
  name01: string
  name02: string
  /** 都道府県 to 建物名, as the bill prints it. */
  address: string
  phone_number: string
}

/**
 * Returns the parts of a recipient that are too long for a deferred bill, as failures of their fields. The bill prints
 * name and address as one line each, so the failure points at the part that is typed last.
 */
export function deferredPartyFailures({ name01, name02, address, phone_number }: Party): FieldFailure[] {
  const failures: FieldFailure[] = []
  const tooLong = (path: string, label: string, limit: number) =>
    failures.push({
      path: `shipping_address.${path}`,
      message_id: 'cmn-err-004',
      message: `${fieldRuleMessage('cmn-err-004', label, String(limit))}後払いの請求書に印字できる長さです。`,
    })
  if ([...`${name01}　${name02}`].length > MAX_DEFERRED_NAME_LENGTH)
    tooLong('name02', 'お名前(姓と名の合計)', MAX_DEFERRED_NAME_LENGTH - 1)
  if ([...address].length > MAX_DEFERRED_ADDRESS_LENGTH)
    tooLong('addr03', 'ご住所(都道府県から建物名までの合計)', MAX_DEFERRED_ADDRESS_LENGTH)
  if (!isBillablePhone(phone_number))
    failures.push({
      path: 'shipping_address.phone_number',
      message_id: 'cmn-err-016',
      message: fieldRuleMessage('cmn-err-016', '電話番号'),
    })
  return failures
}
