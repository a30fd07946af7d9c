export { loadSettlementTasks } from './admin/claims.ts'
