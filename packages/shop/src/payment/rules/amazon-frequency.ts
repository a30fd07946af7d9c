import type { DeliveryPattern } from '@kushi/contract/order'
import type { AmazonFrequency } from '../amazon-port.ts'

/** Returns the subscription's frequency for Amazon to show; Variable while no delivery pattern is chosen. */
export function amazonFrequency(pattern: DeliveryPattern | null): AmazonFrequency {
  if (!pattern) return { unit: 'Variable', value: 0 }
  return { unit: pattern.subscription_division_id === 3 ? 'Day' : 'Month', value: pattern.param1 }
}
