export { lookAtSettlement } from './admin/claims.ts'
