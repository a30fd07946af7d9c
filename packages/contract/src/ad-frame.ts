import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { orderNo } from './order.ts'

export const adFrameEndpoints = {
  'POST /v1/order/public/{order_no}/ad-frames': {
    summary: '注文の完了画面で、ASPのタグを動かす枠のアドレス(同意した注文に、1回だけ)',
    auth: 'member',
    params: z.object({ order_no: orderNo }),
    response: z.object({
      addresses: z.array(z.string()).meta({
        description:
          'Paths for sandboxed frames, each good for one request within a few minutes; [] when there is nothing to tell.',
      }),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
