import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { quietApi } from '../../../api.ts'
import type { PurchaseForm } from './purchase-form.ts'
import { addressOf, type Buyer, bookEntry, toAddress } from './to-address.ts'

/** Adds the new address to the member's list and answers its entry; one that is there already is not added twice. */
export async function saveAddress(form: PurchaseForm, { addresses }: Buyer): Promise<string> {
  if (form.destination !== String(DELIVERY_DESTINATION.other)) return form.destination
  const body = toAddress(form.other)
  const wanted = JSON.stringify(addressOf({ ...body } as never))
  const known = addresses.find((address) => JSON.stringify(addressOf(address)) === wanted)
  return bookEntry((known ?? (await quietApi('POST /v1/common/address/new', { body }))).id)
}
