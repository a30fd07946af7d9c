/** The exports of `membership` for other features. */
export { listDueIncidentReports } from './admin/incidents.ts'
