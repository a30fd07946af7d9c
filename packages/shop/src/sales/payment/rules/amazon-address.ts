import type { DeliveryPattern } from '@kushi/contract/order'
import { readWrittenAddress } from '@kushi/values/written-address'
import type { AmazonFrequency, AmazonPostalAddress } from '../../../ports/amazon-port.ts'

/** An Amazon address in our fields. */
export const addressFromAmazon = ({
  name,
  postalCode,
  stateOrRegion,
  city,
  addressLine1,
  addressLine2,
  addressLine3,
  phoneNumber,
}: AmazonPostalAddress) =>
  readWrittenAddress({
    name,
    postal_code: postalCode,
    region: stateOrRegion,
    lines: [city, addressLine1, addressLine2, addressLine3],
    phone: phoneNumber,
  })

/** Returns the subscription's frequency for Amazon to show; Variable while no delivery pattern is chosen. */
export function amazonFrequency(pattern: DeliveryPattern | null): AmazonFrequency {
  if (!pattern) return { unit: 'Variable', value: 0 }
  return { unit: pattern.subscription_division_id === 3 ? 'Day' : 'Month', value: pattern.param1 }
}
