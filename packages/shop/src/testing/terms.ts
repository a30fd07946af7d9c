import type { ArrangementTerms } from '../catalogue/delivery/rules/arrangement.ts'
import type { ArrangeableSubscription, ShopLeadTimes } from '../catalogue/delivery/rules/lead.ts'

/** A subscription that goes to Tokyo with the usual deadline, in a shop that never closes. */
export const tokyoSubscription: ArrangeableSubscription = {
  delivery_id: 1,
  pref_id: 13,
  postal_code01: '150',
  postal_code02: '0001',
  arranged_before_days: 10,
}
export const noLeadTimes: ShopLeadTimes = { leads: [], closings: [] }
export const usualArrangementTerms: ArrangementTerms = {
  arranged_before_days: 10,
  extra_days: 0,
  is_remote_island: false,
  closings: [],
}
