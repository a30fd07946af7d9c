import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { quietApi } from '../../../api.ts'
import { addressOf, writeAddress } from '../../../form/address.ts'
import { type Buyer, bookEntry, type PurchaseFields } from '../../../form/purchase.ts'

/** Adds the new address to the member's list and answers its entry; one that is there already is not added twice. */
export async function saveAddress(form: PurchaseFields, { addresses }: Buyer): Promise<string> {
  if (form.destination !== String(DELIVERY_DESTINATION.other)) return form.destination
  const body = writeAddress(form.other)
  const wanted = JSON.stringify(addressOf(body))
  const known = addresses.find((address) => JSON.stringify(addressOf(address)) === wanted)
  return bookEntry((known ?? (await quietApi('POST /v1/common/address/new', { body }))).id)
}
