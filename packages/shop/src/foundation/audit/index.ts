/** What other features use of `audit`. */
export { type AuditChange, type Masks, record, recordAs, recordBySystem } from './internal/record.ts'
export { callSummary } from './list-audit.ts'
