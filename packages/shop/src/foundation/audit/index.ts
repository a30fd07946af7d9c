/** The exports of `audit` for other features. */
export {
  type AuditChange,
  recordAudit,
  recordAuditAs,
  recordAuditBySystem,
} from './internal/record-audit.ts'
export { auditActionText } from './list-audit.ts'
