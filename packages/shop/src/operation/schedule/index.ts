/** The exports of `schedule` for other features. */
export { scheduledChangeRow } from './admin/list-schedule.ts'
