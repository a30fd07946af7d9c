import { AD_TRACKING_TIMING_ID } from '@kushi/values/line'
import { z } from 'zod'
import { landingPathField } from './ad-codes.ts'
import type { Endpoints } from './endpoint.ts'

const errors = ['ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE', 'ERROR_TOO_MANY_REQUESTS'] as const
const lineUserId = z.string().regex(/^U[0-9a-f]{32}$/)

/** Fields about the advert that clients keep. They are accepted where the call does not need them, and not trusted. */
const adTracking = z
  .object({
    adcd: z.string().max(64).nullable(),
    ad_user_id: z.string().max(64).nullable(),
    add_timing_id: z.int().nullable(),
    customer_id: z.int().nullable(),
    code: z.string().max(500).nullable(),
    state: z.string().max(200).nullable().meta({ description: '`state` of LINE’s login, as it came back.' }),
    redirect_uri: z.string().max(500).nullable(),
    line_user_id: z.string().max(64).nullable(),
  })
  .partial()

export const advertisementEndpoints = {
  'POST /v1/advertisement/visits/new': {
    summary: '広告からの訪問を数える(誰かは残さない)',
    auth: 'none',
    body: z.object({ landing_path: landingPathField, adcd: z.string().max(64).nullable() }),
    response: z.object({}),
  },
  'POST /v1/line/advertisement/tracking': {
    summary: '友だち追加キャンペーンの計測: LINEログインから戻った訪問者を、キャンペーンに結びつける',
    auth: 'optional',
    body: z.object({
      code: z.string().min(1).max(500).meta({ description: 'What LINE’s login gave back.' }),
      state: z
        .string()
        .regex(/^[\w-]{43}$/)
        .meta({ description: '`state` of LINE’s login, as it came back.' }),
      redirect_uri: z.string().max(500).meta({ description: 'Where LINE’s login led back to.' }),
      add_timing_id: z
        .literal(AD_TRACKING_TIMING_ID)
        .default(AD_TRACKING_TIMING_ID)
        .meta({ description: '3, always.' }),
      ...adTracking.pick({ adcd: true, ad_user_id: true, customer_id: true, line_user_id: true }).shape,
    }),
    response: z.object({
      adcd: z.string().meta({ description: '広告コード of the advert that brought the visitor.' }),
      ad_user_id: z.string().meta({ description: 'The ad’s own name for the visitor.' }),
      line_user_id: z.string().meta({ description: 'LINE user id, `U` and 32 hex digits.' }),
    }),
    errors,
  },
  'POST /v1/line/advertisement/tracking/add-friend': {
    summary: '友だち追加の計測: 新しく友だちになったかを確かめる',
    auth: 'optional',
    body: z.object({ ...adTracking.shape, ad_user_id: z.string().max(64), line_user_id: lineUserId }),
    /** false: the visitor is not a friend, or was a friend before. */
    response: z.object({ is_counted: z.boolean().meta({ description: 'Whether a new friend was counted.' }) }),
    errors,
  },
} as const satisfies Endpoints
