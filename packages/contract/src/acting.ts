import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** 代理ログイン: an operator uses the shop as a member, in one tab and for half an hour. */
export const actingEndpoints = {
  'POST /v1/common/acting/begin': {
    summary: '代理ログインを始める(管理画面のリンクから)',
    auth: 'none',
    body: z.object({
      acting_code: z
        .string()
        .regex(/^[\w-]{43}$/)
        .meta({ description: 'Of the link that the admin made: good once, for a minute.' }),
    }),
    response: z.object({
      access_token: z.string(),
      customer_name: z.string().meta({ description: 'お名前 of the member.' }),
      operator_name: z.string().meta({ description: '担当: who of the shop acts.' }),
      expires_at: z.iso.datetime(),
    }),
    errors: ['ERROR_ACTING_CODE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/acting/end': {
    summary: '代理ログインを終える',
    /** Idempotent: without an acting session it does nothing. */
    auth: 'optional',
    response: z.object({}),
  },
} as const satisfies Endpoints
