import { DOCUMENT_NAME } from '@kushi/values/document'
import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { optionalLineField } from './form/field.ts'
import { oneOf } from './one-of.ts'

/** A response that is saved as a download: its content, and its file name. */
export const FileAnswer = z.object({
  file_name: z.string().meta({ description: 'Name of the file.' }),
  content: z.instanceof(Uint8Array<ArrayBuffer>),
})
export type FileAnswer = z.infer<typeof FileAnswer>

const words = (label: string) => z._default(optionalLineField(rule.maxLength(label, 40), rule.registrable(label)), '')

export const fileEndpoints = {
  'GET /v1/file/export/pdf/{orderId}': {
    summary: 'ご利用明細・領収書・納品書(適格請求書)・適格返還請求書をPDFでダウンロードする',
    auth: 'member',
    acting: 'does',
    while_closed: true,
    /** The order's number or id. */
    params: z.object({
      orderId: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,27}$/)
        .meta({ description: 'ご注文番号, or the order’s id.' }),
    }),
    query: z.object({
      type: oneOf(DOCUMENT_NAME).default('delivery-slip').meta({
        description:
          '`receipt` 領収書 once the money is here, `statement` ご利用明細 before the goods are sent, `delivery-slip` 納品書 then.',
      }),
      /** 宛名; absent: the member or the member's company. 様 or 御中 is added. */
      name: words('宛名'),
      proviso: words('但し書き').meta({ description: '但し書き; empty: 商品代.' }),
    }),
    file: 'application/pdf',
    response: FileAnswer,
    errors: ['ERROR_NOT_FOUND', 'ERROR_DOCUMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
