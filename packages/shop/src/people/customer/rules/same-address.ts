import type { AddressForm } from '@kushi/contract/form/address'

const columns = [
  'name01',
  'name02',
  'postal_code01',
  'postal_code02',
  'pref_id',
  'addr01',
  'addr02',
  'addr03',
  'phone_number',
] as const satisfies (keyof AddressForm)[]
type Address = Pick<AddressForm, (typeof columns)[number]>

/** Whether parcels for both addresses go to the same place. */
export const isSameAddress = (a: Address, b: Address): boolean => columns.every((column) => a[column] === b[column])
