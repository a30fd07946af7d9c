import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type Buyer, type PurchaseFields, shippingAddress } from '../../../form/purchase.ts'

/** The part of the address that prices and dates need; null until it is complete. */
export function useShipTo<Sent>(
  { control, getValues }: UseFormReturn<PurchaseFields, unknown, Sent>,
  buyer: Buyer,
): { postal_code: string; pref_id: number } | null {
  useWatch({
    control,
    name: ['destination', 'member.postal_code', 'member.pref_id', 'other.postal_code', 'other.pref_id'],
  })
  const address = shippingAddress(getValues(), buyer)
  const postal_code = address ? address.postal_code01 + address.postal_code02 : ''
  return address && /^\d{7}$/.test(postal_code) && address.pref_id >= 1 && address.pref_id <= 47
    ? { postal_code, pref_id: address.pref_id }
    : null
}
