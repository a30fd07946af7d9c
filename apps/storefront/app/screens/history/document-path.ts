import type { DocumentType } from '@kushi/values/document'
import { maxLength, registrable } from '@kushi/values/field-rule'

/** The member's texts for a receipt. */
export interface Wording {
  /** 宛名 */
  name: string
  /** 但し書き */
  proviso: string
}

const labels = { name: '宛名', proviso: '但し書き' } as const

/** The errors by field. */
export function wordingFailures(wording: Wording): Partial<Record<keyof Wording, string>> {
  const failures: Partial<Record<keyof Wording, string>> = {}
  for (const field of ['name', 'proviso'] as const) {
    const value = wording[field].trim()
    const broken = maxLength(labels[field], 40)(value) ?? registrable(labels[field])(value)
    if (broken) failures[field] = broken.message
  }
  return failures
}

/** Path of the document. Omitted texts are filled in by the server. */
export function documentPath(order_no: string, type: DocumentType, wording: Partial<Wording> = {}): string {
  const query = new URLSearchParams({ type })
  for (const [field, value] of Object.entries(wording)) if (value.trim()) query.set(field, value.trim())
  return `/v1/file/export/pdf/${encodeURIComponent(order_no)}?${query}`
}
