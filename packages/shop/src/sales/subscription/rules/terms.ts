import type { ArrangementTerms } from '../../../catalogue/delivery/rules/arrangement.ts'
import {
  type ArrangeableSubscription,
  arrangementTerms,
  type ShopLeadTimes,
} from '../../../catalogue/delivery/rules/lead.ts'

/** The terms that decide when the deliveries of a loaded subscription are arranged. */
export const arrangementTermsOfSubscription = ({
  row,
  leads,
}: {
  row: ArrangeableSubscription
  leads: ShopLeadTimes
}): ArrangementTerms => arrangementTerms(leads, row)
