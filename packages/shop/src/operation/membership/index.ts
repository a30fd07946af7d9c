/** What other features use of `membership`. */
export { openReports } from './admin/incidents.ts'
