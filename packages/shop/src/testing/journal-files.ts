import type { JournalFilePort } from '../ports/journal-file-port.ts'

/** Writes the slips as JSON, to be read by a test. */
export const journalFilesInMemory = (): JournalFilePort => ({
  write: (_program, slips) => new TextEncoder().encode(JSON.stringify(slips)),
})
