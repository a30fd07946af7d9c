/** What other features use of `membership`. */
export { dueIncidentReports } from './admin/incidents.ts'
