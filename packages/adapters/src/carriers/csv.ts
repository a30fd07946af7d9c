import type { CarrierFileFormat } from './program.ts'

/** Returns one row of a file. @throws for a line break inside a field: no carrier reads one */
export function writeCsvRow(fields: readonly string[], { quotes }: CarrierFileFormat): string {
  return `${fields.map((field) => writeField(field, quotes)).join(',')}\r\n`
}

function writeField(field: string, quotes: CarrierFileFormat['quotes']): string {
  if (/[\r\n]/.test(field)) throw new Error(`a line break in ${JSON.stringify(field)}`)
  return quotes === 'all' || /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/** Returns the fields of every non-empty row. null: a quote is never closed. */
export function readCsvRows(text: string): { row_no: number; fields: string[] }[] | null {
  const rows: { row_no: number; fields: string[] }[] = []
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  let row_no = 1
  const endField = () => {
    fields.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (fields.some((one) => one !== '')) rows.push({ row_no, fields })
    fields = []
    row_no++
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted) {
      if (sign !== '"') field += sign
      else if (text[at + 1] === '"') field += text[at++]
      else isQuoted = false
    } else if (sign === '"' && field === '') isQuoted = true
    else if (sign === ',') endField()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') field += sign
  }
  if (isQuoted) return null
  if (field !== '' || fields.length > 0) endRow()
  return rows
}
