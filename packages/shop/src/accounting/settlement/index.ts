export { settlementToday } from './admin/claims.ts'
