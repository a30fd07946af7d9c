/** What other features use of `audit`. */
export {
  type AuditChange,
  type Masks,
  recordAudit,
  recordAuditAs,
  recordAuditBySystem,
} from './internal/record-audit.ts'
export { actionSummary } from './list-audit.ts'
