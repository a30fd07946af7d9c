import type { DeliveryPattern } from '@kushi/contract/order'
import type { AmazonFrequency } from '../amazon-port.ts'

/** How often a subscription will charge, for Amazon to tell its customer; Variable while the rhythm is not chosen. */
export function amazonFrequency(pattern: DeliveryPattern | null): AmazonFrequency {
  if (!pattern) return { unit: 'Variable', value: 0 }
  return { unit: pattern.subscription_division_id === 3 ? 'Day' : 'Month', value: pattern.param1 }
}
