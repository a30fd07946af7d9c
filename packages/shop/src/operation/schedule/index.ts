/** What other features use of `schedule`. */
export { scheduleRow } from './admin/list-schedule.ts'
