import { VOICE_ORIGINS } from '@kushi/values/voice'
import { z } from 'zod'
import { type Endpoints, idParam, isoDate, pageOf, pageQuery } from './endpoint.ts'

/** お客様の声: words of a customer, unchanged. */
export const Voice = z.object({
  id: z.int(),
  text: z.string(),
  named_as: z.string(),
  received_on: isoDate,
  origin: z.enum(VOICE_ORIGINS),
  /** null: about the shop. */
  product: z.object({ id: z.int(), product_name: z.string() }).nullable(),
})
export type Voice = z.infer<typeof Voice>

export const voiceEndpoints = {
  'GET /v1/voice': {
    summary: 'お客様の声(ショップが並べた順)',
    auth: 'none',
    /** `product_id`: only those about this product. */
    query: z.object({ ...pageQuery, product_id: idParam.optional() }),
    response: pageOf(Voice),
  },
} as const satisfies Endpoints
