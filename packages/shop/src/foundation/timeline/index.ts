/** What other features use of `timeline`. */
export {
  loadAuditEntries,
  loadInternalNotes,
  loadMessageEntries,
  MAX_TIMELINE_ENTRIES,
  noteEntries,
  sortTimelineEntries,
  type TimelinePart,
} from './internal/timeline-entries.ts'
