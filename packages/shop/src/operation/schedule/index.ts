/** What other features use of `schedule`. */
export { shown } from './admin/list-schedule.ts'
