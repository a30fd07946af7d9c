/** What other features use of `membership`. */
export { listDueIncidentReports } from './admin/incidents.ts'
