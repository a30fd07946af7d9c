import type { JournalFilePort } from '../ports/journal-file-port.ts'

/** Writes each piece as JSON, to be read by a test. */
export const journalFilesInMemory = (): JournalFilePort => ({
  writerFor: () => ({
    head: new Uint8Array(),
    write: (slips) => new TextEncoder().encode(JSON.stringify(slips)),
  }),
})
