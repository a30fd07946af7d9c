import { ISSUED_DOCUMENT_NAME } from '@kushi/values/document'
import { z } from 'zod'
import { oneOf } from '../one-of.ts'
import { FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

/** 発行した書類 as they were given out. */
const IssuedDocument = z.object({
  id: z.int(),
  issued_on: z.string(),
  document_type: oneOf(ISSUED_DOCUMENT_NAME),
  title: z.string(),
  order_id: z.int(),
  order_no: z.string(),
  party: z.string().meta({ description: '宛名; masked for operators who see no personal data.' }),
  amount: z.int(),
  sha256: z.string().meta({ description: 'Of what the row says and of its file.' }),
  is_erased: z
    .boolean()
    .meta({ description: 'The customer was erased after the term: the file is gone, amount and day stay.' }),
})
export type IssuedDocument = z.infer<typeof IssuedDocument>

export const issuedDocumentList = {
  name: 'documents',
  filters: {
    issued_on: { kind: 'date', label: '発行日' },
    amount: { kind: 'number', label: '金額', unit: '円' },
    document_type: { kind: 'select', label: '書類', options: ISSUED_DOCUMENT_NAME },
  },
  sorts: { issued_on: '発行日', amount: '金額' },
  sort: '-issued_on',
  search: '宛名のはじめ、注文番号',
} as const satisfies List

export const issuedDocumentAdminEndpoints = {
  'GET /admin/v1/documents': {
    summary: '発行した書類(日付・金額・宛名で探す)',
    permission: 'export.personal',
    query: listQuery(issuedDocumentList),
    response: listPage(IssuedDocument),
  },
  'POST /admin/v1/documents/content': {
    summary: '発行した書類を、発行したときのまま受け取る',
    permission: 'export.personal',
    body: z.object({ id: z.int().positive() }),
    file: 'application/pdf',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
