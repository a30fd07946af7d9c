import type { ArrangementTerms } from './arrangement.ts'
import { isRemoteIsland } from './remote-island.ts'
import type { Closing, Lead } from './selectable-dates.ts'

/** An address, and the method that reaches it. */
export interface LeadDestination {
  delivery_id: number
  pref_id: number
  postal_code01: string
  postal_code02: string
}

/** How long the parcels of a shop take. */
export interface Leads {
  leads: readonly { delivery_id: number; pref_id: number; extra_days: number }[]
  closings: readonly Closing[]
}

export const leadTo = ({ leads, closings }: Leads, to: LeadDestination): Lead => ({
  extra_days: leads.find((one) => one.delivery_id === to.delivery_id && one.pref_id === to.pref_id)?.extra_days ?? 0,
  is_remote_island: isRemoteIsland(to.postal_code01 + to.postal_code02),
  closings,
})

/** A subscription, as far as it decides when its deliveries are arranged. */
export interface Arrangeable extends LeadDestination, Pick<ArrangementTerms, 'arranged_before_days'> {}

export const arrangementTerms = (leads: Leads, row: Arrangeable): ArrangementTerms => ({
  ...leadTo(leads, row),
  arranged_before_days: row.arranged_before_days,
})
