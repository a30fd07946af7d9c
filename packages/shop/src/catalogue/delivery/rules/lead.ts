import type { ArrangementTerms } from './arrangement.ts'
import { isRemoteIsland } from './remote-island.ts'
import type { ClosedPeriod, LeadTime } from './selectable-dates.ts'

/** A delivery address, and the delivery method that is used. */
export interface LeadDestination {
  delivery_id: number
  pref_id: number
  postal_code01: string
  postal_code02: string
}

/** The lead times of a shop, by delivery method and prefecture, and its closings. */
export interface ShopLeadTimes {
  leads: readonly { delivery_id: number; pref_id: number; extra_days: number }[]
  closings: readonly ClosedPeriod[]
}

/** The lead time of a parcel to this destination. */
export const leadTimeTo = ({ leads, closings }: ShopLeadTimes, to: LeadDestination): LeadTime => ({
  extra_days: leads.find((one) => one.delivery_id === to.delivery_id && one.pref_id === to.pref_id)?.extra_days ?? 0,
  is_remote_island: isRemoteIsland(to.postal_code01 + to.postal_code02),
  closings,
})

/** The fields of a subscription that decide when its deliveries are arranged. */
export interface ArrangeableSubscription extends LeadDestination, Pick<ArrangementTerms, 'arranged_before_days'> {}

/** The terms that decide when the deliveries of this subscription are arranged. */
export const arrangementTerms = (leads: ShopLeadTimes, row: ArrangeableSubscription): ArrangementTerms => ({
  ...leadTimeTo(leads, row),
  arranged_before_days: row.arranged_before_days,
})
