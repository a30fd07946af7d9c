import type { ArrangementTerms } from '../../../catalogue/delivery/rules/arrangement.ts'
import { type Arrangeable, arrangementTerms, type Leads } from '../../../catalogue/delivery/rules/lead.ts'

/** What decides when the deliveries of a loaded subscription are arranged. */
export const termsOf = ({ row, leads }: { row: Arrangeable; leads: Leads }): ArrangementTerms =>
  arrangementTerms(leads, row)
