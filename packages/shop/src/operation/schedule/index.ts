/** What other features use of `schedule`. */
export { scheduledChangeRow } from './admin/list-schedule.ts'
