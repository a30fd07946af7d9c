/** What other features use of `audit`. */
export {
  type AuditChange,
  recordAudit,
  recordAuditAs,
  recordAuditBySystem,
} from './internal/record-audit.ts'
export { auditActionText } from './list-audit.ts'
