import { VOICE_ORIGIN_NAME } from '@kushi/values/voice'
import { z } from 'zod'
import { type Endpoints, idParam, isoDate, pageOf, pageQuery } from './endpoint.ts'
import { oneOf } from './one-of.ts'

/** お客様の声: words of a customer, unchanged. */
export const Voice = z.object({
  id: z.int(),
  text: z.string().meta({ description: 'The words of the customer, plain text.' }),
  named_as: z.string().meta({ description: 'The person, as they agreed to be named (40代・くせ毛).' }),
  received_on: isoDate.meta({ description: 'The day on which the shop received it.' }),
  origin: oneOf(VOICE_ORIGIN_NAME).meta({
    description:
      'How a voice came about: `own` freely; `goods`, `paid`: goods or money were given, which has to be shown beside it as an advert (景品表示法); `demo`: invented for the demo, which has to be shown too.',
  }),
  product: z
    .object({ id: z.int(), product_name: z.string() })
    .nullable()
    .meta({ description: 'The product it is about; null: the shop.' }),
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
